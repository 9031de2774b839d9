import { describe, expect, it } from 'vitest'
import { type BookingState, initialBooking, stepNames } from './booking-state'
import { stepPaths } from './step-paths'
import { nextStep, openStep, stepOfPath } from './steps'

const at = (own: Partial<BookingState>): BookingState => ({
  ...initialBooking,
  bookingId: 'A',
  ...own,
})

describe('steps', () => {
  it('[BOOK-01] come in order at their addresses', () => {
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
    ['nothing done', at({}), 'PAYMENT', false, 'EXTRAS'],
    ['extras done', at({ stepsCompleted: ['EXTRAS'] }), 'PAYMENT', false, 'DETAILS'],
    [
      'back to a done step',
      at({ stepsCompleted: ['EXTRAS', 'DETAILS'] }),
      'EXTRAS',
      false,
      'EXTRAS',
    ],
    ['both done', at({ stepsCompleted: ['EXTRAS', 'DETAILS'] }), 'PAYMENT', false, 'PAYMENT'],
    [
      'payment-action without an attempt',
      at({ stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] }),
      'PAYMENT_ACTION',
      false,
      'PAYMENT',
    ],
    [
      'payment-action with one',
      at({ stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] }),
      'PAYMENT_ACTION',
      true,
      'PAYMENT_ACTION',
    ],
    [
      'back while it is paid',
      at({ stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] }),
      'EXTRAS',
      true,
      'PAYMENT_ACTION',
    ],
    [
      'an existing booking',
      at({ type: 'existing', stepsCompleted: ['EXTRAS', 'DETAILS'] }),
      'EXTRAS',
      false,
      'PAYMENT',
    ],
    [
      'confirmed',
      at({ confirmationId: 'A', stepsCompleted: [...stepNames] }),
      'PAYMENT',
      false,
      'CONFIRMATION',
    ],
    ['nothing confirmed', at({}), 'CONFIRMATION', false, 'CONFIRMATION'],
  ] as const)('lead on: %s', (_, booking, requested, attempt, open) => {
    expect(openStep(booking, requested, attempt)).toBe(open)
  })
})
