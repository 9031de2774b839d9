/** Paying for a booking: the state of the payment. Its pages are in pages.ts. */
export {
  paymentReducer,
  resetPayment,
  type PaymentMethod,
  type PaymentState,
} from './payment-slice'
