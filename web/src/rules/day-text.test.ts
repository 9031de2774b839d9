import { describe, expect, it } from 'vitest'
import { shortDay, stayText } from './day-text'

describe('[FMT-11] [FMT-12] a day on a card', () => {
  it.each([
    ['2026-07-01', 'Wed 1st Jul'],
    ['2026-07-12', 'Sun 12th Jul'],
    ['2026-07-17', 'Fri 17th Jul'],
    ['2026-09-22', 'Tue 22nd Sep'],
    ['2026-10-23', 'Fri 23rd Oct'],
    ['2026-12-31', 'Thu 31st Dec'],
  ])('has the ordinal of its day: %s', (day, text) => {
    expect(shortDay(day, 2026)).toBe(text)
  })

  it('names its year, unless that is the current one', () => {
    expect(shortDay('2027-01-01', 2026)).toBe('Fri 1st Jan 2027')
    expect(shortDay('2027-01-01', 2027)).toBe('Fri 1st Jan')
    expect(stayText('27/03/2028', 3, 2026)).toBe('Mon 27th Mar 2028, 3 nights')
    expect(stayText('27/03/2026', 1, 2026)).toBe('Fri 27th Mar, 1 night')
    expect(stayText('', 2, 2026)).toBe('2 nights')
  })
})
