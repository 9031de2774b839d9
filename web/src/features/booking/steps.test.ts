import { describe, expect, it } from 'vitest'
import { type BookingState, initialBooking, stepNames } from './booking-state'
import { stepPaths } from './step-paths'
import { nextStep, openStep, stepOfPath } from './steps'

const bookingWith = (changes: Partial<BookingState>): BookingState => ({
  ...initialBooking,
  bookingId: 'A',
  ...changes,
})

describe('the steps of a booking', () => {
  it('[BOOK-01] have an order and addresses', () => {
    expect(stepNames.map((step) => stepPaths[step])).toEqual([
      '/booking/extras',
      '/booking/details',
      '/booking/payment',
      '/booking/payment-action',
      '/booking/confirmation',
    ])
    expect(stepOfPath('/booking/payment/')).toBe('PAYMENT')
    expect(nextStep('EXTRAS')).toEqual({ name: 'DETAILS', number: 2 })
  })

  it.each([
    ['nothing done', bookingWith({}), 'PAYMENT', false, 'EXTRAS'],
    ['extras done', bookingWith({ stepsCompleted: ['EXTRAS'] }), 'PAYMENT', false, 'DETAILS'],
    [
      'back to a completed step',
      bookingWith({ stepsCompleted: ['EXTRAS', 'DETAILS'] }),
      'EXTRAS',
      false,
      'EXTRAS',
    ],
    [
      'extras and details done',
      bookingWith({ stepsCompleted: ['EXTRAS', 'DETAILS'] }),
      'PAYMENT',
      false,
      'PAYMENT',
    ],
    [
      'payment-action without an attempt',
      bookingWith({ stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] }),
      'PAYMENT_ACTION',
      false,
      'PAYMENT',
    ],
    [
      'payment-action with an attempt',
      bookingWith({ stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] }),
      'PAYMENT_ACTION',
      true,
      'PAYMENT_ACTION',
    ],
    [
      'back during the payment',
      bookingWith({ stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] }),
      'EXTRAS',
      true,
      'PAYMENT_ACTION',
    ],
    [
      'an existing booking',
      bookingWith({ type: 'existing', stepsCompleted: ['EXTRAS', 'DETAILS'] }),
      'EXTRAS',
      false,
      'PAYMENT',
    ],
    [
      'confirmed',
      bookingWith({ confirmationId: 'A', stepsCompleted: [...stepNames] }),
      'PAYMENT',
      false,
      'CONFIRMATION',
    ],
    ['nothing confirmed', bookingWith({}), 'CONFIRMATION', false, 'CONFIRMATION'],
  ] as const)('open the right step: %s', (_, booking, requested, attempt, open) => {
    expect(openStep(booking, requested, attempt)).toBe(open)
  })
})
