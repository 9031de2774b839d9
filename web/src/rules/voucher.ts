/** What a new booking is made of, and whether a voucher pays for it (specification, 'Amounts'). */
import type { Pence } from './money'

/** What the visitor chooses to pay now. */
export type PaymentOption = 'full' | 'deposit'

/** Everything that the amounts of a new booking depend on. */
export interface Basket {
  unitPrice: Pence
  /** Sum of cost × quantity. */
  extras: Pence
  /** Sum of depcost × quantity. */
  extrasDeposit: Pence
  /** The deposit without the extras' deposit costs; undefined where none is allowed. */
  deposit: Pence | undefined
  /** 1: only the deposit can be paid here, and the balance is paid to the operator. */
  compulsoryDeposit: 0 | 1 | undefined
  /** What a code takes off; 0 without a code. */
  discountValue: Pence
  isVoucher: boolean
  /**
   * The voucher was found to pay for everything. It is only used while it still covers the base.
   */
  paidWithFullVoucher: boolean
  option: PaymentOption
}

/**
 * The amount with which a voucher is compared: a compulsory deposit and the extras' deposit costs,
 * or the price and the extras' full costs.
 */
export function voucherBase(basket: Basket): Pence {
  return basket.compulsoryDeposit === 1
    ? (basket.deposit ?? 0) + basket.extrasDeposit
    : basket.unitPrice + basket.extras
}

/** Whether a voucher's amount equals the amount to pay. */
export function voucherPaysAll(basket: Basket, voucherAmount: Pence): boolean {
  return voucherAmount > 0 && voucherAmount === voucherBase(basket)
}

/** Whether the flag paidWithFullVoucher is still right for this basket. */
export function voucherStillPaysAll(basket: Basket): boolean {
  return basket.paidWithFullVoucher && basket.discountValue >= voucherBase(basket)
}
