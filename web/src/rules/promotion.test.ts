import { describe, expect, it } from 'vitest'
import { onPromoDates, promotionalPrice } from './promotion'
// The server's tests read the same cases.
import cases from './testdata/promotion-prices.json'

it.each(cases)('$percentOff% off $price pence leaves $due', ({ price, percentOff, due }) => {
  expect(promotionalPrice(price, percentOff)).toBe(due)
})

describe('[CAL-11] the dates of a promotion', () => {
  const days = [{ date: '27/11/2026' }, { date: '28/11/2026' }]

  it('limit the days to those among them', () => {
    expect(onPromoDates(days, new Set(['28/11/2026', '01/12/2026']))).toEqual([days[1]])
  })

  it('limit nothing where there are none', () => {
    expect(onPromoDates(days, new Set())).toEqual(days)
  })
})
