import { createAction, createReducer, isAnyOf } from '@reduxjs/toolkit'
import type { PayPal, Postpayment, Worldpay } from '../../api/schema'
import { completeBooking, isNextBooking } from '../booking'
import { postPaymentCall, prePaymentCall } from './calls'

/** How a payment is made; 'voucher' also when there is nothing to pay. */
export type PaymentMethod = 'worldpay' | 'paypal' | 'voucher'

/** Why the visitor is back at the payment step. 'said' means that the server gave the reason. */
export type PaymentFailure =
  | { kind: 'refused' | 'threeds' | 'form' | 'price' | 'busy' | 'information' | 'session' | 'left' }
  | { kind: 'said'; text: string }

/**
 * The state of the payment. Without `paymntRecId` no payment was started. It never contains card
 * data.
 */
export interface PaymentState {
  /** The id of the attempt. */
  paymntRecId?: string
  /** The method of the attempt. */
  paymntUsed?: PaymentMethod
  /** The server's last answer about the attempt. */
  postPayment?: Postpayment
  /** The card provider's data from pre-payment. */
  worldpay?: Worldpay
  /** The wallet provider's data from pre-payment. */
  paypal?: PayPal
  /** The signature of the card provider's result. */
  worldpayMac?: string
  /** Why the last attempt failed. */
  failure?: PaymentFailure
}

export const setPaymentUsed = createAction<PaymentMethod>('SET_PAYMENT_USED')
export const setWorldpayMac = createAction<string>('SET_WORLDPAY_MAC')
/** An attempt has ended without money being taken; another may be made. */
export const paymentFailed = createAction<PaymentFailure>('PAYMENT/FAILED')
/** Resets the attempt, its result and the provider's data for it. */
export const resetPayment = createAction('PAYMENT/RESET')

const initialState: PaymentState = {}

export const paymentReducer = createReducer(initialState, (builder) => {
  builder
    .addCase(setPaymentUsed, (state, { payload }) => {
      state.paymntUsed = payload
    })
    .addCase(setWorldpayMac, (state, { payload }) => {
      state.worldpayMac = payload
    })
    .addCase(prePaymentCall.request, (state) => {
      delete state.postPayment
      delete state.failure
    })
    .addCase(prePaymentCall.success, (state, { payload }) => {
      state.paymntRecId = payload.paymntRecId || payload.paypal?.paymntRecId
      state.worldpay = payload.worldpay
      state.paypal = payload.paypal
    })
    .addCase(postPaymentCall.success, (state, { payload, meta }) => {
      // The answer to an attempt that another has replaced is ignored.
      if (meta.request.params.paymntRecId === state.paymntRecId) state.postPayment = payload
    })
    // The method stays, so that the visitor finds it chosen.
    .addCase(paymentFailed, ({ paymntUsed }, { payload }) => ({
      failure: payload,
      ...(paymntUsed && { paymntUsed }),
    }))
  builder.addMatcher(isAnyOf(resetPayment, completeBooking, isNextBooking), () => initialState)
})
