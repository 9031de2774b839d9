/** The payment calls. (docs/api.md, 'Booking') */
import { defineCall } from '../../api'
import type { Postpayment, PostpaymentForm, Prepayment, PrepaymentForm } from '../../api/schema'

/** Records an attempt to pay and fixes its amount; nothing is charged by it. */
export const prePaymentCall = defineCall<PrepaymentForm, Prepayment>({
  name: 'PRE_PAYMENT',
  method: 'POST',
  path: '/api/prepayment',
  send: (form) => ({ ...form }),
})

/** Sends, confirms or asks after an attempt. Repeating it never charges twice. */
export const postPaymentCall = defineCall<PostpaymentForm, Postpayment>({
  name: 'POST_PAYMENT',
  method: 'POST',
  path: '/api/postpayment',
  send: (form) => ({ ...form }),
})
