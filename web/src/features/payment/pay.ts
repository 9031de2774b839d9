import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { RequestError, Result } from '../../api'
import type { Postpayment, PostpaymentForm, Prepayment } from '../../api/schema'
import { type Pence, toPence } from '../../rules/money'
import {
  chosenExtras,
  completeBooking,
  finishStep,
  hasCode,
  holdExtended,
  holidayGone,
  noteTimeOut,
  paymentBegun,
  refreshAmounts,
  type RootWithBooking,
  selectBreakdown,
  selectPayToday,
  setPreviousBookingId,
  stepNotCompleted,
} from '../booking'
import { track } from '../analytics'
import { unavailableUnit } from '../search'
import { postPaymentCall, prePaymentCall } from './calls'
import { purchaseItems, purchaseOf } from './events'
import { postPaymentFailure, preparationFailure } from './failures'
import {
  paymentFailed,
  type PaymentMethod,
  type PaymentState,
  resetPayment,
  setPaymentUsed,
} from './payment-slice'
import { correctedReceipt, receiptOf } from './receipt'

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
 * Keeps the receipt of what the server will charge. Answers undefined where
 * that failed, and state says why; cancelled by `signal` it leaves no trace.
 */
export function prepare(
  method: PaymentMethod,
  key: string,
  signal?: AbortSignal,
): PaymentThunk<Promise<Prepayment | undefined>> {
  return async (dispatch, getState) => {
    const state = getState()
    const { booking } = state
    const amount = selectPayToday(state)
    if (amount === undefined || booking.bookingId === undefined) return undefined
    track('add_payment_info', {
      currency: 'GBP',
      value: amount / 100,
      items: purchaseItems(booking, chosenExtras(state)),
      coupon: booking.discountApplied ? booking.discountCode : undefined,
    })
    dispatch(setPaymentUsed(method))
    const existing = booking.type === 'existing'
    const form = {
      bookId: booking.bookingId,
      paymentOption: existing ? ('topup' as const) : selectBreakdown(state).option,
      topUpAmount: existing ? decimal(amount) : undefined,
      paymentMethod: method,
      expectedAmount: decimal(amount),
      quoteHash: existing ? undefined : booking.quote?.hash,
      idempotencyKey: key,
    }
    const result = await dispatch(prePaymentCall.run(form, { signal }))
    if (!result.ok) {
      if (result.error.status !== -1) await dispatch(failPreparation(result.error))
      return undefined
    }
    dispatch(holdExtended(result.data.expiresAt))
    dispatch(paymentBegun(receiptOf(getState(), toPence(result.data.amount) ?? amount)))
    if (existing)
      track('top_up_payment', { bookingId: booking.bookingId, topUpAmount: amount / 100 })
    return result.data
  }
}

function failPreparation(error: RequestError): PaymentThunk<Promise<void>> {
  return async (dispatch) => {
    reportError(error)
    if (dispatch(endsBooking(error))) return
    dispatch(paymentFailed(preparationFailure(error)))
    // The amounts may be others than those shown.
    await dispatch(refreshAmounts())
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
    dispatch(finishStep('PAYMENT'))
    dispatch(setPreviousBookingId(getState().booking.bookingId))
  }
}

/** How a question about a payment ended. */
export type Answer =
  | { kind: 'done' }
  | { kind: 'challenge' | 'pending'; data: Postpayment }
  /** No money was taken; the payment step shows why. */
  | { kind: 'failed' }
  /** The booking has ended; its pages say so. */
  | { kind: 'ended' }
  /** The outcome is not known yet: the browser has to ask again. */
  | { kind: 'unknown' }
  /** This browser may not ask: its cookie is gone. */
  | { kind: 'no-access' }

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
    // The answer to an attempt that was given up meanwhile changes nothing.
    if (getState().payment.paymntRecId !== paymntRecId) return { kind: 'failed' }
    return dispatch(understand(result))
  }
}

function understand(result: Result<Postpayment>): PaymentThunk<Answer | Promise<Answer>> {
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

function understandFailure(error: RequestError): PaymentThunk<Promise<Answer>> {
  return async (dispatch) => {
    if (error.status !== -1) reportError(error)
    if (dispatch(endsBooking(error))) return { kind: 'ended' }
    if (error.status === 401) return { kind: 'no-access' }
    const failure = postPaymentFailure(error)
    if (failure === undefined) return { kind: 'unknown' }
    dispatch(stepNotCompleted('PAYMENT'))
    dispatch(setPreviousBookingId(undefined))
    dispatch(paymentFailed(failure))
    if (failure.kind === 'price') await dispatch(refreshAmounts())
    return { kind: 'failed' }
  }
}

/** The payment was taken: the booking is confirmed, or the payment towards it received. */
function complete(): PaymentThunk {
  return (dispatch, getState) => {
    const state = getState()
    const paidNow = toPence(state.payment.postPayment?.amountPaid)
    const prepared =
      state.booking.receipt ?? receiptOf(state, paidNow ?? selectPayToday(state) ?? 0)
    const receipt = correctedReceipt(prepared, paidNow)
    dispatch(setPreviousBookingId(undefined))
    track('purchase', purchaseOf(state.booking, receipt))
    dispatch(completeBooking(receipt))
    dispatch(resetPayment())
  }
}

function reportError(error: RequestError): void {
  const message = error.errors.map((each) => each.message).join('; ') || 'no answer'
  track('payment_error', { message, status: error.status })
}
