import { track } from '../analytics'
import { type BookingState, stepCompleted, type StepName, stepNames } from './booking-slice'
import type { BookingThunk } from './state'

/** The address of each step. */
export const stepPaths: Readonly<Record<StepName, string>> = {
  EXTRAS: '/booking/extras',
  DETAILS: '/booking/details',
  PAYMENT: '/booking/payment',
  PAYMENT_ACTION: '/booking/payment-action',
  CONFIRMATION: '/booking/confirmation',
}

/** The step that an address names; the first for any other address. */
export function stepOfPath(pathname: string): StepName {
  const path = pathname.replace(/\/+$/, '')
  return stepNames.find((step) => stepPaths[step] === path) ?? 'EXTRAS'
}

/** Whether a payment was sent whose outcome this browser has not read. */
export function isPaying(booking: BookingState): boolean {
  return booking.confirmationId === undefined && booking.stepsCompleted.includes('PAYMENT')
}

/**
 * Where a visitor who asks for a step is led: there, if all earlier steps are
 * done, else to the first that is not. While a payment is under way only its
 * result can be seen; after it only the confirmation.
 */
export function openStep(booking: BookingState, asked: StepName, hasAttempt: boolean): StepName {
  if (booking.confirmationId !== undefined || asked === 'CONFIRMATION') return 'CONFIRMATION'
  if (isPaying(booking) && hasAttempt && asked !== 'PAYMENT') return 'PAYMENT_ACTION'
  const done = new Set(booking.stepsCompleted)
  const first = stepNames.find((step) => !done.has(step)) ?? 'EXTRAS'
  if (booking.type === 'existing' && (asked === 'EXTRAS' || asked === 'DETAILS')) return 'PAYMENT'
  if (asked === 'PAYMENT_ACTION' && !hasAttempt)
    return stepNames.indexOf(first) < 2 ? first : 'PAYMENT'
  return stepNames.indexOf(asked) <= stepNames.indexOf(first) ? asked : first
}

/** The number and path of the step after one. */
export function nextStep(step: StepName): { name: StepName; number: number } {
  const index = stepNames.indexOf(step) + 1
  return { name: stepNames[index] ?? 'CONFIRMATION', number: index + 1 }
}

/** Marks a step complete and tells analytics the name of the next one. */
export function finishStep(step: StepName): BookingThunk {
  return (dispatch, getState) => {
    const { booking } = getState()
    dispatch(stepCompleted(step))
    const bookingId = booking.confirmationId ?? booking.bookingId
    track(`booking_step_${nextStep(step).name.toLowerCase()}`, { bookingId })
  }
}
