/** The payment calls (group 'Booking' of internal/api/operations.go). */
import { defineCall } from '../../api'
import type {
  DeviceData,
  Postpayment,
  PostpaymentForm,
  Prepayment,
  PrepaymentForm,
} from '../../api/schema'

/** What the card provider's device data collection needs. */
export const deviceDataCall = defineCall<void, DeviceData>({
  name: 'DEVICE_DATA',
  path: '/api/devicedata',
})

/** Records a payment attempt with its amount. No money is taken. */
export const prePaymentCall = defineCall<PrepaymentForm, Prepayment>({
  name: 'PRE_PAYMENT',
  method: 'POST',
  path: '/api/prepayment',
  latest: true,
  send: (form) => ({ ...form }),
})

/** Sends or confirms an attempt, or asks for its state. A repetition never charges twice. */
export const postPaymentCall = defineCall<PostpaymentForm, Postpayment>({
  name: 'POST_PAYMENT',
  method: 'POST',
  path: '/api/postpayment',
  send: (form) => ({ ...form }),
})
