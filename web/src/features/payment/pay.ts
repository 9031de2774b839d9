import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { RequestError, Result } from '../../api'
import type { Postpayment, PostpaymentForm, Prepayment } from '../../api/schema'
import { type Pence, toPence } from '../../rules/money'
import { memberPlaces } from '../../rules/party-members'
import {
  chosenExtras,
  chosenLines,
  completeBooking,
  finishStep,
  hasCode,
  holdExtended,
  holidayGone,
  noteTimeOut,
  paymentBegun,
  type Receipt,
  type RootWithBooking,
  selectBreakdown,
  selectPayToday,
  selectTopUp,
  setPreviousBookingId,
  stepNotCompleted,
  trackLater,
} from '../booking'
import { postPaymentCall, prePaymentCall } from './calls'
import { purchaseItems, purchaseOf } from './events'
import {
  type PaymentFailure,
  paymentFailed,
  type PaymentMethod,
  type PaymentState,
  resetPayment,
  setPaymentUsed,
} from './payment-slice'
import { track } from '../analytics'
import { unavailableUnit } from '../search'

export interface RootWithPayment extends RootWithBooking {
  payment: PaymentState
}
export type PaymentDispatch = ThunkDispatch<RootWithPayment, unknown, UnknownAction>
export type PaymentThunk<R = void> = (
  dispatch: PaymentDispatch,
  getState: () => RootWithPayment,
) => R

const decimal = (pence: Pence) => (pence / 100).toFixed(2)

/**
 * Prepares a payment of what the page shows; the same key is the same try.
 * Answers undefined where that failed, and state says why.
 */
export function prepare(
  method: PaymentMethod,
  key: string,
): PaymentThunk<Promise<Prepayment | undefined>> {
  return async (dispatch, getState) => {
    const state = getState()
    const { booking } = state
    const amount = selectPayToday(state)
    if (amount === undefined || booking.bookingId === undefined) return undefined
    trackLater('add_payment_info', {
      currency: 'GBP',
      value: amount / 100,
      items: purchaseItems(booking, chosenExtras(state)),
      coupon: booking.discountApplied ? booking.discountCode : undefined,
    })
    dispatch(setPaymentUsed(method))
    const existing = booking.type === 'existing'
    const result = await dispatch(
      prePaymentCall.run({
        bookId: booking.bookingId,
        paymentOption: existing ? 'topup' : selectBreakdown(state).option,
        topUpAmount: existing ? decimal(amount) : undefined,
        paymentMethod: method,
        expectedAmount: decimal(amount),
        quoteHash: existing ? undefined : booking.quote?.hash,
        idempotencyKey: key,
      }),
    )
    if (!result.ok) {
      dispatch(failPreparation(result.error))
      return undefined
    }
    dispatch(holdExtended(result.data.expiresAt))
    if (existing)
      track('top_up_payment', { bookingId: booking.bookingId, topUpAmount: amount / 100 })
    return result.data
  }
}

function failPreparation(error: RequestError): PaymentThunk {
  return (dispatch) => {
    reportError(error)
    if (dispatch(endsBooking(error))) return
    if (hasCode(error, 'PRICE_CHANGED')) dispatch(paymentFailed('price'))
    else if (hasCode(error, 'PAYMENT_IN_PROGRESS')) dispatch(paymentFailed('busy'))
    else dispatch(paymentFailed('information'))
  }
}

/** The hold ran out, or the unit is gone: the booking pages say so themselves. */
function endsBooking(error: RequestError): PaymentThunk<boolean> {
  return (dispatch, getState) => {
    const { unitId } = getState().booking
    dispatch(noteTimeOut<never>({ ok: false, error }))
    if (hasCode(error, 'UNIT_UNAVAILABLE')) {
      if (unitId) dispatch(unavailableUnit(unitId))
      dispatch(holidayGone())
      return true
    }
    if (!hasCode(error, 'BOOKING_EXPIRED')) return false
    dispatch(stepNotCompleted('PAYMENT'))
    dispatch(resetPayment())
    return true
  }
}

/** Marks the payment as under way: from now on only its result can be seen. */
export function beginPayment(): PaymentThunk {
  return (dispatch, getState) => {
    dispatch(paymentBegun(receiptOf(getState())))
    dispatch(finishStep('PAYMENT'))
    dispatch(setPreviousBookingId(getState().booking.bookingId))
  }
}

/** How a question about a payment ended. */
export type Answer =
  | { kind: 'done' }
  | { kind: 'challenge' | 'pending'; data: Postpayment }
  /** Known to have taken no money; the payment step says why. */
  | { kind: 'failed' }
  /** The booking has ended; its pages say so. */
  | { kind: 'ended' }
  /** Nobody knows yet; only asking again will tell. */
  | { kind: 'unknown' }

/** What is sent of an attempt, beside which one it is. */
export type Step = Omit<PostpaymentForm, 'paymntRecId' | 'bookId'>

/** Sends, confirms or asks after the present attempt, and does what the answer means. */
export function settle(step: Step): PaymentThunk<Promise<Answer>> {
  return async (dispatch, getState) => {
    const { booking, payment } = getState()
    const { paymntRecId } = payment
    if (paymntRecId === undefined || booking.bookingId === undefined) return { kind: 'failed' }
    const form: PostpaymentForm = { ...step, paymntRecId, bookId: booking.bookingId }
    const result = await dispatch(postPaymentCall.run(form))
    // Of an attempt that was given up meanwhile nothing is to be learnt any more.
    if (getState().payment.paymntRecId !== paymntRecId) return { kind: 'failed' }
    return dispatch(understand(result))
  }
}

function understand(result: Result<Postpayment>): PaymentThunk<Answer> {
  return (dispatch) => {
    if (!result.ok) return dispatch(understandFailure(result.error))
    const { data } = result
    if (data.status === 'authorised') {
      dispatch(complete())
      return { kind: 'done' }
    }
    return { kind: data.status === 'challenge' && data.challenge ? 'challenge' : 'pending', data }
  }
}

function understandFailure(error: RequestError): PaymentThunk<Answer> {
  return (dispatch) => {
    if (error.status !== -1) reportError(error)
    if (dispatch(endsBooking(error))) return { kind: 'ended' }
    const failure = failureOf(error)
    if (failure === undefined) return { kind: 'unknown' }
    dispatch(stepNotCompleted('PAYMENT'))
    dispatch(setPreviousBookingId(undefined))
    dispatch(paymentFailed(failure))
    return { kind: 'failed' }
  }
}

/** What a failed post-payment says for certain; undefined while the outcome is unknown. */
export function failureOf(error: RequestError): PaymentFailure | undefined {
  if (hasCode(error, 'PAYMENT_REFUSED') || hasCode(error, 'NOT_FOUND')) return 'refused'
  if (hasCode(error, 'THREEDS_FAILED') || hasCode(error, 'MAC_INVALID')) return 'threeds'
  if (error.status === 422 || error.status === 400) return 'form'
  return undefined
}

/** The payment was taken: the booking is confirmed, or the payment towards it received. */
function complete(): PaymentThunk {
  return (dispatch, getState) => {
    const state = getState()
    const receipt = settled(state.booking.receipt ?? receiptOf(state), state.payment)
    dispatch(setPreviousBookingId(undefined))
    trackLater('purchase', purchaseOf(state.booking, receipt))
    dispatch(completeBooking(receipt))
    dispatch(resetPayment())
  }
}

/** A receipt with what the server says was paid, where that is not what was expected. */
function settled(receipt: Receipt, { postPayment }: PaymentState): Receipt {
  const said = toPence(postPayment?.amountPaid)
  if (said === undefined || said === receipt.paidNow) return receipt
  const paid = receipt.paid - receipt.paidNow + said
  return { ...receipt, paidNow: said, paid, outstanding: Math.max(0, receipt.total - paid) }
}

/** What is about to be paid, and for what. */
export function receiptOf(state: RootWithPayment): Receipt {
  const { booking } = state
  if (booking.type === 'existing') {
    const { total, paid, outstanding, payToday = outstanding } = selectTopUp(state)
    const left = outstanding - payToday
    return {
      lines: [],
      extras: [],
      total,
      paidNow: payToday,
      paid: paid + payToday,
      outstanding: left,
      party: [],
    }
  }
  const { accommodation, discount, total, payToday, outstanding } = selectBreakdown(state)
  const lines = [{ label: 'Accommodation Price', amount: accommodation }]
  for (const { name, value, amount } of chosenLines(state))
    lines.push({ label: `${name} × ${value}`, amount })
  if (booking.discountApplied)
    lines.push({ label: `Discount (${booking.discountCode})`, amount: -discount })
  const extras = chosenExtras(state).map(({ name, value, cost, depcost }) => ({
    name,
    value,
    cost,
    depcost,
  }))
  return {
    lines,
    extras,
    total,
    paidNow: payToday,
    paid: payToday,
    outstanding,
    party: partyOf(state),
  }
}

function partyOf({ booking, bookingForm }: RootWithPayment): Receipt['party'] {
  const { values } = bookingForm.party
  return memberPlaces(booking.party).map(({ number }) => {
    const of = (field: string) => values[`${field}${number}`] ?? ''
    return {
      name: `${of('title')} ${of('initial')} ${of('lastName')}`.trim(),
      age: of('age') || of('dob'),
    }
  })
}

function reportError(error: RequestError): void {
  const message = error.errors.map((each) => each.message).join('; ') || 'no answer'
  trackLater('payment_error', { message, status: error.status })
}
