import { errorMessages, hasCode, type RequestError } from '../../api'
import type { PaymentFailure } from './payment-slice'

/** The texts that the payment step shows after a failure (specification, section 8). */
const failureTexts: Readonly<Record<Exclude<PaymentFailure['kind'], 'said'>, string>> = {
  refused:
    'There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.',
  left: 'You came back from PayPal without paying there. No payment has been taken from you at this time. Please try again, or pay another way.',
  threeds: 'There was an error during 3D Secure validation. Please try again.',
  form: 'There was an error while submitting the form. Please try again.',
  information:
    'There was an error while loading required payment information for your booking. Please try again.',
  price: 'The price of this booking has changed. Please check the amounts again.',
  busy: 'A payment for this booking is in progress. Please wait a moment before you try again.',
  session: 'This browser no longer has access to your booking. No payment was started.',
}

/** The text of a failure. */
export function failureText(failure: PaymentFailure): string {
  return failure.kind === 'said' ? failure.text : failureTexts[failure.kind]
}

/** Shown while the result of a payment is unknown. */
export const UNKNOWN_OUTCOME =
  'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'

/** Shown when this browser cannot ask for the result of a payment. */
export const NO_ACCESS =
  'This browser no longer has access to your booking, so we cannot show the result of your payment here. Please do not pay again.'

/** Shown when the wallet has not taken the payment. */
export const NOT_APPROVED =
  'PayPal has not taken a payment yet. Please go back to PayPal to approve it or to choose another way to pay there.'

/** Shown while the wallet checks a payment, which may take hours. */
export const IN_REVIEW =
  'PayPal is checking your payment, which can take some hours. We keep the holiday for you and send you an email as soon as PayPal has decided. Please do not pay again.'

export const CONFIRMING = 'We are confirming your payment, please wait...'

/** Why a payment could not be prepared. No provider was called. */
export function preparationFailure(error: RequestError): PaymentFailure {
  if (hasCode(error, 'PRICE_CHANGED')) return { kind: 'price' }
  if (hasCode(error, 'PAYMENT_IN_PROGRESS')) return { kind: 'busy' }
  if (error.status === 401) return { kind: 'session' }
  const hasVisitorText = error.status === 409 || error.status === 422 || error.status === 429
  return (hasVisitorText ? refusal(error) : undefined) ?? { kind: 'information' }
}

/**
 * The failure in a post-payment answer that means for certain that no money was taken. Undefined
 * while the result is unknown, as with NOT_FOUND, because the attempt may belong to another
 * visitor.
 */
export function postPaymentFailure(error: RequestError): PaymentFailure | undefined {
  if (hasCode(error, 'PAYMENT_REFUSED')) return { kind: 'refused' }
  if (hasCode(error, 'THREEDS_FAILED') || hasCode(error, 'MAC_INVALID')) return { kind: 'threeds' }
  if (hasCode(error, 'PRICE_CHANGED')) return { kind: 'price' }
  if (error.status === 422 || error.status === 400) return { kind: 'form' }
  const isDecided = error.status === 409 && !hasCode(error, 'PAYMENT_IN_PROGRESS')
  return isDecided ? refusal(error) : undefined
}

/** A refusal with the server's own text: a limit, a method, or a state that does not allow it. */
function refusal(error: RequestError): PaymentFailure | undefined {
  const text = error.errors.length > 0 ? errorMessages(error).join(' ') : ''
  return text ? { kind: 'said', text } : undefined
}
