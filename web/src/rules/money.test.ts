import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ceilToPounds,
  formatMoney,
  formatMoneyUp,
  formatNumber,
  formatPence,
  toPence,
} from './money'

describe('money', () => {
  it.each([
    [49, '£49'],
    [49.5, '£49.50'],
    [49.999, '£50'],
    [1234.5, '£1,234.50'],
    [12000, '£12,000'],
    [-10, '-£10'],
    [0, '£0'],
    [1.005, '£1.01'],
  ])('[FMT-01] [FMT-03] shows %s pounds as %s', (pounds, text) => {
    expect(formatMoney(pounds)).toBe(text)
  })

  it.each([
    ['49.00', '£49'],
    ['49.50', '£49.50'],
    ['1000000', '£1,000,000'],
  ])('[FMT-04] shows the numeric string %s as %s', (text, shown) => {
    expect(formatMoney(text)).toBe(shown)
  })

  it.each([
    [129.01, '£130'],
    [129, '£129'],
    ['129.00', '£129'],
    [0.01, '£1'],
  ])('[FMT-02] rounds %s up to %s on calendars and deals', (pounds, text) => {
    expect(formatMoneyUp(pounds)).toBe(text)
  })

  it.each(['', 'abc', '1e3', undefined, null, Number.NaN, Infinity])(
    'shows nothing for %s, which is no number',
    (value) => {
      expect(formatMoney(value)).toBe('')
      expect(formatMoneyUp(value)).toBe('')
    },
  )

  it('[FMT-03] shows no decimals when whole, exactly two otherwise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (pence) => {
        const decimals = formatNumber(pence).split('.')[1]
        return pence % 100 === 0 ? decimals === undefined : decimals?.length === 2
      }),
    )
  })

  it('reads back what it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (pence) => {
        expect(toPence(formatPence(pence).replaceAll(/[£,]/g, ''))).toBe(pence)
      }),
    )
  })

  it('converts pounds as number and as text to the same pence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (pence) => {
        expect(toPence(pence / 100)).toBe(pence)
        expect(toPence((pence / 100).toFixed(2))).toBe(pence)
      }),
    )
  })

  it('[FMT-02] rounds up by less than a pound', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (pence) => {
        const up = ceilToPounds(pence)
        return up % 100 === 0 && up >= pence && up - pence < 100
      }),
    )
  })
})
