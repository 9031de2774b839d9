import type { StepName } from './booking-state'

/** The path of each booking step. */
export const stepPaths: Readonly<Record<StepName, string>> = {
  EXTRAS: '/booking/extras',
  DETAILS: '/booking/details',
  PAYMENT: '/booking/payment',
  PAYMENT_ACTION: '/booking/payment-action',
  CONFIRMATION: '/booking/confirmation',
}
