import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { errorMessages, hasCode, type RequestError, type Result } from '../../api'
import type { Challenge, Postpayment, PostpaymentForm, Prepayment } from '../../api/schema'
import { decimalPounds, toPence } from '../../rules/money'
import {
  chosenExtras,
  completeBooking,
  customBookingPaymentErr,
  finishStep,
  holdExtended,
  holidayGone,
  noteTimeOut,
  receiptPrepared,
  refreshAmounts,
  type RootWithBooking,
  selectBreakdown,
  selectPayToday,
  setPreviousBookingId,
  stepNotCompleted,
} from '../booking'
import { track } from '../analytics'
import { unavailableUnit } from '../page'
import { postPaymentCall, prePaymentCall } from './calls'
import { couponOf, purchaseItems, purchaseOf } from './events'
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

/**
 * Prepares a payment of the amount that the page shows: the server records an attempt, and the
 * receipt of what it will charge is stored. The same key means the same attempt. `payerEmail` is where
 * whoever pays by a link wants a receipt. Resolves to
 * undefined when that failed; the state then says why. Cancelled by `signal`, it changes nothing.
 */
export function prepare(
  method: PaymentMethod,
  key: string,
  signal?: AbortSignal,
  payerEmail?: string,
): PaymentThunk<Promise<Prepayment | undefined>> {
  return async (dispatch, getState) => {
    const state = getState()
    const { booking } = state
    const amount = selectPayToday(state)
    if (amount === undefined || booking.bookingId === undefined) return undefined
    if (!booking.linked)
      track('add_payment_info', {
        currency: 'GBP',
        value: amount / 100,
        items: purchaseItems(booking, chosenExtras(state)),
        coupon: couponOf(booking),
      })
    dispatch(setPaymentUsed(method))
    const isExisting = booking.type === 'existing'
    const form = {
      bookId: booking.bookingId,
      paymentOption: isExisting ? ('topup' as const) : selectBreakdown(state).option,
      topUpAmount: isExisting ? decimalPounds(amount) : undefined,
      paymentMethod: method,
      expectedAmount: decimalPounds(amount),
      quoteHash: isExisting ? undefined : booking.quote?.hash,
      idempotencyKey: key,
      email: payerEmail,
    }
    const result = await dispatch(prePaymentCall.run(form, { signal }))
    if (!result.ok) {
      if (result.error.status !== -1) await dispatch(failPreparation(result.error))
      return undefined
    }
    dispatch(holdExtended(result.data.expiresAt))
    dispatch(receiptPrepared(receiptOf(getState(), toPence(result.data.amount) ?? amount)))
    if (isExisting && !booking.linked)
      track('top_up_payment', { bookingId: booking.bookingId, topUpAmount: amount / 100 })
    return result.data
  }
}

function failPreparation(error: RequestError): PaymentThunk<Promise<void>> {
  return async (dispatch, getState) => {
    reportError(error)
    if (dispatch(handleEnd(error))) return
    const isAmount = hasCode(error, 'TOPUP_AMOUNT')
    if (!isAmount) dispatch(paymentFailed(preparationFailure(error)))
    const { bookingId } = getState().booking
    // The amounts may differ from those shown.
    await dispatch(refreshAmounts())
    if (isAmount && getState().booking.bookingId === bookingId)
      dispatch(refuseAmount(errorMessages(error).join(' ')))
  }
}

/** Says at the field for the amount to pay why it was not accepted. */
export function refuseAmount(text: string): PaymentThunk {
  return (dispatch) => {
    dispatch(customBookingPaymentErr(text))
    document.getElementById('customBookingPayment')?.focus()
  }
}

/**
 * Handles an error that ends the booking: the hold ran out, or the unit is gone. The booking pages
 * show it. Returns whether the error was one of these.
 */
function handleEnd(error: RequestError): PaymentThunk<boolean> {
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

/** Marks the payment step as done, before the payment is sent. From now on only its result is shown. */
export function leavePaymentStep(): PaymentThunk {
  return (dispatch, getState) => {
    dispatch(finishStep('PAYMENT'))
    dispatch(setPreviousBookingId(getState().booking.bookingId))
  }
}

/** The result of asking about a payment. */
export type Answer =
  | { kind: 'done' }
  | { kind: 'challenge'; challenge: Challenge }
  | { kind: 'pending'; pollAfterMs?: number | undefined }
  /** The wallet has taken nothing yet: the visitor must approve the payment there, maybe again. */
  | { kind: 'approve'; approveUrl: string }
  /** The wallet has the payment and decides later. The visitor need not wait. */
  | { kind: 'review' }
  /** No money was taken; the payment step shows why. */
  | { kind: 'failed' }
  /** The booking has ended; its pages say why. */
  | { kind: 'ended' }
  /** The result is not known yet: the browser must ask again. */
  | { kind: 'unknown' }
  /** This browser cannot ask: its cookie is gone. */
  | { kind: 'no-access' }

/** What is sent about an attempt, in addition to its id. */
export type AttemptRequest = Omit<PostpaymentForm, 'paymntRecId' | 'bookId'>

/** Sends, confirms, recalls or asks about the current attempt, and handles the answer. */
export function requestOutcome(request: AttemptRequest): PaymentThunk<Promise<Answer>> {
  return async (dispatch, getState) => {
    const { booking, payment } = getState()
    const { paymntRecId } = payment
    if (paymntRecId === undefined || booking.bookingId === undefined) return { kind: 'failed' }
    const form: PostpaymentForm = { ...request, paymntRecId, bookId: booking.bookingId }
    const result = await dispatch(postPaymentCall.run(form))
    // Another attempt has replaced this one: its answer is ignored.
    if (getState().payment.paymntRecId !== paymntRecId) return { kind: 'failed' }
    const wasLeft = request.action === 'recall' && payment.paymntUsed === 'paypal'
    return dispatch(handleAnswer(result, wasLeft))
  }
}

/** `wasLeft`: the visitor has come back from the wallet, and the attempt is ended if it took nothing. */
function handleAnswer(
  result: Result<Postpayment>,
  wasLeft: boolean,
): PaymentThunk<Answer | Promise<Answer>> {
  return (dispatch) => {
    if (!result.ok) return dispatch(handleFailure(result.error, wasLeft))
    const { data } = result
    if (data.status === 'authorised') {
      dispatch(complete())
      return { kind: 'done' }
    }
    if (data.inReview) return { kind: 'review' }
    if (data.approveUrl) return { kind: 'approve', approveUrl: data.approveUrl }
    if (data.status === 'challenge' && data.challenge)
      return { kind: 'challenge', challenge: data.challenge }
    return { kind: 'pending', pollAfterMs: data.pollAfterMs }
  }
}

function handleFailure(error: RequestError, wasLeft: boolean): PaymentThunk<Promise<Answer>> {
  return async (dispatch) => {
    if (error.status !== -1) reportError(error)
    if (dispatch(handleEnd(error))) return { kind: 'ended' }
    if (error.status === 401) return { kind: 'no-access' }
    const failure = postPaymentFailure(error)
    if (failure === undefined) return { kind: 'unknown' }
    dispatch(stepNotCompleted('PAYMENT'))
    dispatch(setPreviousBookingId(undefined))
    // To leave the wallet is the visitor's own choice, so it is not called an error.
    const left = wasLeft && failure.kind === 'refused'
    dispatch(paymentFailed(left ? { kind: 'left' } : failure))
    if (failure.kind === 'price') await dispatch(refreshAmounts())
    return { kind: 'failed' }
  }
}

/** The payment succeeded: the booking is confirmed, or the payment towards it was received. */
function complete(): PaymentThunk {
  return (dispatch, getState) => {
    const state = getState()
    const { amountPaid, outstanding } = state.payment.postPayment ?? {}
    const paidNow = toPence(amountPaid)
    const preparedReceipt =
      state.booking.receipt ?? receiptOf(state, paidNow ?? selectPayToday(state) ?? 0)
    const receipt = correctedReceipt(preparedReceipt, paidNow, toPence(outstanding))
    dispatch(setPreviousBookingId(undefined))
    if (!state.booking.linked) track('purchase', purchaseOf(state.booking, receipt))
    dispatch(finishStep('PAYMENT_ACTION'))
    dispatch(completeBooking(receipt))
    dispatch(resetPayment())
  }
}

function reportError(error: RequestError): void {
  const message = error.errors.map((each) => each.message).join('; ') || 'no answer'
  track('payment_error', { message, status: error.status })
}
