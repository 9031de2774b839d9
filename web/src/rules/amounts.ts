/**
 * What a booking costs, what is due today and what is due later (specification, 'Amounts'). All
 * amounts are in whole pence. The server's quote decides what is charged; the cases in
 * testdata/quotes.json test that both sides compute the same.
 */
import { type Pence, toPence } from './money'
import { voucherStillPaysAll, type Basket, type PaymentOption } from './voucher'

/** The costs of one item of an extra, and the chosen quantity. */
export interface ExtraCost {
  cost: Pence
  depcost: Pence
  value: number
}

/** cost × quantity and depcost × quantity of one extra. */
export function extraTotals(extra: ExtraCost): { totalCost: Pence; totalDepcost: Pence } {
  return {
    totalCost: extra.cost * extra.value,
    totalDepcost: extra.depcost * extra.value,
  }
}

/** The totals of all chosen extras. */
export function extrasTotals(extras: readonly ExtraCost[]): { cost: Pence; depcost: Pence } {
  let cost = 0
  let depcost = 0
  for (const extra of extras) {
    const totals = extraTotals(extra)
    cost += totals.totalCost
    depcost += totals.totalDepcost
  }
  return { cost, depcost }
}

/** What is due today, and what is left after that. */
export interface Due {
  now: Pence
  later: Pence
}

/** The amounts of a new booking. */
export interface Breakdown {
  accommodation: Pence
  extras: Pence
  discount: Pence
  /** Accommodation − discount + extras, never below 0. */
  total: Pence
  full: Due
  /** Undefined where a deposit is not allowed. */
  deposit: Due | undefined
  /** The option that applies: the visitor's choice, unless a rule overrides it. */
  option: PaymentOption
  payToday: Pence
  outstanding: Pence
}

/** The amounts of a new booking. */
export function amountsOf(basket: Basket): Breakdown {
  const gross = basket.unitPrice + basket.extras
  const discount = Math.min(basket.discountValue, gross)
  const total = gross - discount
  const paidByVoucher = voucherStillPaysAll(basket)
  const full: Due = { now: total, later: 0 }
  const deposit = depositDue(basket, gross, total, paidByVoucher)
  const option =
    deposit && (basket.option === 'deposit' || basket.compulsoryDeposit === 1) ? 'deposit' : 'full'
  const due = option === 'deposit' && deposit ? deposit : full
  return {
    accommodation: basket.unitPrice,
    extras: basket.extras,
    discount,
    total,
    full,
    deposit,
    option,
    payToday: due.now,
    outstanding: due.later,
  }
}

function depositDue(
  basket: Basket,
  gross: Pence,
  total: Pence,
  paidByVoucher: boolean,
): Due | undefined {
  if (basket.deposit === undefined) return undefined
  const due = basket.deposit + basket.extrasDeposit
  const compulsory = basket.compulsoryDeposit === 1
  // The operator does not accept our vouchers, so with a compulsory deposit the voucher reduces
  // what is paid now; otherwise it reduces the balance.
  const operatorVoucher = compulsory && basket.isVoucher
  if (due >= (operatorVoucher ? gross : total)) return undefined
  const now = paidByVoucher ? 0 : Math.max(0, due - (operatorVoucher ? basket.discountValue : 0))
  return { now, later: total - now }
}

/** What is left to pay for an existing booking; never below 0. */
export function outstandingOf(totalCost: Pence, amountPaid: Pence): Pence {
  return Math.max(0, totalCost - amountPaid)
}

/** The smallest payment towards a balance, in pence. */
export const TOP_UP_MIN: Pence = 1000

/** The limits of a payment towards a balance: at least £10, or all of it when it is less. */
export function topUpLimits(outstanding: Pence): { min: Pence; max: Pence } {
  return { min: Math.min(TOP_UP_MIN, outstanding), max: outstanding }
}

/**
 * Reads a typed amount to pay; '£', commas and spaces are ignored. Undefined for
 * text, for more than two decimals and for an amount outside the limits.
 */
export function parseTopUp(text: string, outstanding: Pence): Pence | undefined {
  const plain = text.replace(/[£,\s]/g, '')
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return undefined
  const amount = toPence(plain)
  const { min, max } = topUpLimits(outstanding)
  return amount === undefined || amount <= 0 || amount < min || amount > max ? undefined : amount
}
