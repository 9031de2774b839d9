import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountsOf,
  extrasTotals,
  extraTotals,
  outstandingOf,
  parseTopUp,
  topUpLimits,
} from './amounts'
import { toPence } from './money'
import shared from './testdata/quotes.json'
import { type Basket, voucherBase, voucherPaysAll } from './voucher'

const pence = (text: string) => toPence(text) ?? Number.NaN

const plain: Basket = {
  unitPrice: 50000,
  extras: 0,
  extrasDeposit: 0,
  deposit: 8000,
  compulsoryDeposit: 0,
  discountValue: 0,
  isVoucher: false,
  paidWithFullVoucher: false,
  option: 'deposit',
}

/** The browser's data after the deposit call of a shared case. */
function basketOf(shown: (typeof shared.cases)[number]): Basket {
  const { cost, depcost } = extrasTotals(
    shown.extras.map(({ value, cost, depcost }) => ({
      value,
      cost: pence(cost),
      depcost: pence(depcost),
    })),
  )
  const discountValue = 0 - pence(shown.answer.discountValue)
  const basket: Basket = {
    unitPrice: pence(shown.price),
    extras: cost,
    extrasDeposit: depcost,
    deposit: shown.answer.deposit === '' ? undefined : pence(shown.answer.deposit),
    compulsoryDeposit:
      'compulsoryDeposit' in shown.answer ? (shown.answer.compulsoryDeposit as 0 | 1) : undefined,
    discountValue,
    isVoucher: shown.code.kind === 'voucher',
    paidWithFullVoucher: false,
    option: 'deposit',
  }
  return {
    ...basket,
    paidWithFullVoucher: basket.isVoucher && voucherPaysAll(basket, discountValue),
  }
}

describe('amounts of a new booking', () => {
  it.each(shared.cases)('agrees with the server: $name', (shown) => {
    const basket = basketOf(shown)
    const amounts = amountsOf(basket)
    const { quote } = shown
    expect(amounts.discount).toBe(pence(quote.discount))
    expect(amounts.extras).toBe(pence(quote.extras))
    expect(amounts.total).toBe(pence(quote.total))
    expect(amounts.full).toEqual({
      now: pence(quote.payNowFull),
      later: pence(quote.outstandingFull),
    })
    expect(amounts.deposit).toEqual(
      'payNowDeposit' in quote && quote.payNowDeposit !== undefined
        ? { now: pence(quote.payNowDeposit), later: pence(quote.outstandingDeposit ?? '') }
        : undefined,
    )
    expect(basket.paidWithFullVoucher).toBe(quote.paidWithFullVoucher)
  })

  it('[AMT-04] derives the totals of an extra from its quantity', () => {
    expect(extraTotals({ cost: 1250, depcost: 205, value: 3 })).toEqual({
      totalCost: 3750,
      totalDepcost: 615,
    })
  })

  it('[AMT-16] in full: accommodation minus discount plus extras', () => {
    const amounts = amountsOf({ ...plain, discountValue: 2500, extras: 3750, option: 'full' })
    expect([amounts.payToday, amounts.outstanding]).toEqual([51250, 0])
  })

  it('[AMT-17] [AMT-21] by deposit: the deposit with the extras’ deposit costs now, the rest later', () => {
    const amounts = amountsOf({ ...plain, extras: 6000, extrasDeposit: 500 })
    expect([amounts.payToday, amounts.outstanding]).toEqual([8500, 47500])
  })

  it('[AMT-21] everything is due where no deposit is allowed, whatever was chosen', () => {
    const amounts = amountsOf({ ...plain, deposit: undefined })
    expect([amounts.option, amounts.payToday, amounts.outstanding]).toEqual(['full', 50000, 0])
  })

  it('a compulsory deposit is the only option, whatever was chosen', () => {
    const amounts = amountsOf({ ...plain, compulsoryDeposit: 1, option: 'full' })
    expect([amounts.option, amounts.payToday]).toEqual(['deposit', 8000])
  })

  it('[AMT-13] [AMT-14] compares a voucher with deposit or price, each with its extras', () => {
    const basket = { ...plain, extras: 1500, extrasDeposit: 500 }
    expect(voucherBase(basket)).toBe(51500)
    expect(voucherBase({ ...basket, compulsoryDeposit: 1 })).toBe(8500)
    expect(voucherPaysAll(basket, 51500)).toBe(true)
    expect(voucherPaysAll(basket, 51499)).toBe(false)
  })

  it('[AMT-20] nothing is due now while a full voucher still covers the base, before the other cases', () => {
    const covered: Basket = {
      ...plain,
      compulsoryDeposit: 1,
      isVoucher: true,
      discountValue: 8000,
      paidWithFullVoucher: true,
    }
    expect(amountsOf(covered)).toMatchObject({ payToday: 0, outstanding: 42000 })
    expect(amountsOf({ ...covered, extras: 1500, extrasDeposit: 500 })).toMatchObject({
      payToday: 500,
    })
  })

  it('[AMT-19] [AMT-25] always splits the total to the penny', () => {
    const amount = fc.integer({ min: 0, max: 2_000_000 })
    const baskets = fc.record({
      unitPrice: amount,
      extras: amount,
      extrasDeposit: amount,
      deposit: fc.option(amount, { nil: undefined }),
      compulsoryDeposit: fc.constantFrom(0 as const, 1 as const, undefined),
      discountValue: amount,
      isVoucher: fc.boolean(),
      paidWithFullVoucher: fc.boolean(),
      option: fc.constantFrom('full' as const, 'deposit' as const),
    })
    fc.assert(
      fc.property(baskets, (basket) => {
        const { total, payToday, outstanding, accommodation, extras, discount } = amountsOf(basket)
        expect(payToday + outstanding).toBe(total)
        expect(accommodation + extras - discount).toBe(total)
        expect(Math.min(total, payToday, outstanding)).toBeGreaterThanOrEqual(0)
        expect(Number.isInteger(payToday)).toBe(true)
      }),
    )
  })
})

describe('an existing booking', () => {
  it('[AMT-18] leaves total cost minus amount paid, never less than 0', () => {
    expect(outstandingOf(39200, 23000)).toBe(16200)
    expect(outstandingOf(39200, 40000)).toBe(0)
  })

  it('accepts at least £10 of a balance, or all of a smaller one', () => {
    expect(topUpLimits(16200)).toEqual({ min: 1000, max: 16200 })
    expect(topUpLimits(450)).toEqual({ min: 450, max: 450 })
  })

  it.each([
    ['150', 15000],
    ['£1,500.00', undefined],
    ['£ 150.5', 15050],
    ['162.00', 16200],
    ['162.01', undefined],
    ['9.99', undefined],
    ['10.001', undefined],
    ['-20', undefined],
    ['0', undefined],
    ['', undefined],
    ['ten', undefined],
    ['1e2', undefined],
  ])('reads %j as an amount towards £162', (text, amount) => {
    expect(parseTopUp(text, 16200)).toBe(amount)
  })
})
