import { describe, expect, it } from 'vitest'
import { allowedNights } from './nights'

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const nights = (channel: string) => [...allowedNights(channel, 'any', undefined)]

describe('allowed nights', () => {
  it('[AVAIL-11] of uktouring are 1 to 21', () => expect(nights('uktouring')).toEqual(span(1, 21)))
  it('[AVAIL-12] of boats are 3 to 12 and 14', () =>
    expect(nights('boats')).toEqual([...span(3, 12), 14]))
  it('[AVAIL-13] of eurocaravan are 3 to 21', () =>
    expect(nights('eurocaravan')).toEqual(span(3, 21)))
  it('[AVAIL-14] of ukcottages are 1 to 14 and 21', () =>
    expect(nights('ukcottages')).toEqual([...span(1, 14), 21]))
  it('[AVAIL-15] of uklodge are 2 to 7, 10, 11 and 14', () =>
    expect(nights('uklodge')).toEqual([2, 3, 4, 5, 6, 7, 10, 11, 14]))
  it('[AVAIL-16] of any other channel are 2, 3, 4, 7, 10, 11 and 14', () =>
    expect(nights('hotels')).toEqual([2, 3, 4, 7, 10, 11, 14]))
  it('[AVAIL-10] of ukcaravan are those of the region', () => {
    const options = { 12: [3, 4, 7], 'all-regions': [3, 4, 7, 14] }
    expect(allowedNights('ukcaravan', '12', options)).toEqual([3, 4, 7])
    expect(allowedNights('ukcaravan', 'all-regions', options)).toEqual([3, 4, 7, 14])
    expect(allowedNights('ukcaravan', '13', options)).toEqual([])
  })
})
