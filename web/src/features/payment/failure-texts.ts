import type { PaymentFailure } from './payment-slice'

/** What the payment step says of an earlier try (specification, section 8). */
export const failureTexts: Readonly<Record<PaymentFailure, string>> = {
  refused:
    'There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.',
  threeds: 'There was an error during 3D Secure validation. Please try again.',
  form: 'There was an error while submitting the form. Please try again.',
  information:
    'There was an error while loading required payment information for your booking. Please try again.',
  price: 'The price of this booking has changed. Please check the amounts again.',
  busy: 'A payment for this booking is in progress. Please wait a moment before you try again.',
}

/** Shown while nobody knows how a payment ended. */
export const UNKNOWN_OUTCOME =
  'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'

export const CONFIRMING = 'We are confirming your payment, please wait...'
