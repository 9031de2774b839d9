import { track } from '../analytics'
import { stepCompleted } from './booking-slice'
import { type BookingState, type StepName, stepNames } from './booking-state'
import type { BookingThunk } from './state'
import { stepPaths } from './step-paths'

/** The step at a path; the first step for any other path. */
export function stepOfPath(pathname: string): StepName {
  const path = pathname.replace(/\/+$/, '')
  return stepNames.find((step) => stepPaths[step] === path) ?? 'EXTRAS'
}

/** Whether the payment step was left with a payment whose result this browser does not know yet. */
export function isPaying(booking: BookingState): boolean {
  return booking.confirmationId === undefined && booking.stepsCompleted.includes('PAYMENT')
}

/**
 * The step to show when a visitor opens the step `requested`: that step if all earlier ones are
 * complete, otherwise the first incomplete one. During a payment it is the payment's result, and
 * after it the confirmation.
 */
export function openStep(
  booking: BookingState,
  requested: StepName,
  hasAttempt: boolean,
): StepName {
  if (booking.confirmationId !== undefined || requested === 'CONFIRMATION') return 'CONFIRMATION'
  if (isPaying(booking) && hasAttempt && requested !== 'PAYMENT') return 'PAYMENT_ACTION'
  const done = new Set(booking.stepsCompleted)
  const firstIncomplete = stepNames.find((step) => !done.has(step)) ?? 'EXTRAS'
  if (booking.type === 'existing' && (requested === 'EXTRAS' || requested === 'DETAILS'))
    return 'PAYMENT'
  if (requested === 'PAYMENT_ACTION' && !hasAttempt)
    return stepNames.indexOf(firstIncomplete) < 2 ? firstIncomplete : 'PAYMENT'
  return stepNames.indexOf(requested) <= stepNames.indexOf(firstIncomplete)
    ? requested
    : firstIncomplete
}

/** The name of the step after `step`, and its number from 1. */
export function nextStep(step: StepName): { name: StepName; number: number } {
  const index = stepNames.indexOf(step) + 1
  return { name: stepNames[index] ?? 'CONFIRMATION', number: index + 1 }
}

/** Marks a step complete and sends the event that names the next one. */
export function finishStep(step: StepName): BookingThunk {
  return (dispatch, getState) => {
    const { booking } = getState()
    dispatch(stepCompleted(step))
    const bookingId = booking.confirmationId ?? booking.bookingId
    const next = nextStep(step).name.toLowerCase() as Lowercase<Exclude<StepName, 'EXTRAS'>>
    if (bookingId !== undefined && !booking.linked) track(`booking_step_${next}`, { bookingId })
  }
}
