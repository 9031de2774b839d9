import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bookAnswer,
  deposit,
  existingBooking,
  params,
  serveBooking,
  receipt,
} from '../../test/bookings'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import { loadBooking } from './booking-slice'

/** Everything that looks like a date with its month in words, or in numbers. */
const DATES =
  /\b\d{1,2}(?:st|nd|rd|th)?[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*(?:[ -]\d{2,4})?|\b\d{1,4}[/-]\d{1,2}[/-]\d{1,4}\b/gi
const ALLOWED = /^(?:\d{2}\/\d{2}\/\d{4}|[1-9]\d?(?:st|nd|rd|th)? [A-Z][a-z]{2} \d{4})$/

const shownDates = () => [
  ...new Set((document.body.textContent ?? '').replaceAll('\u00a0', ' ').match(DATES)),
]
const withSteps = (...stepsCompleted: string[]) => ({
  parkName: 'Gannet Sands',
  parkBookingUrl: params.parkBookingUrl,
  stepsCompleted,
})

describe.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('in the time zone %s', (zone) => {
  beforeEach(() => vi.stubEnv('TZ', zone))
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['/booking/extras', withSteps()],
    ['/booking/details', withSteps('EXTRAS')],
    ['/booking/payment', withSteps('EXTRAS', 'DETAILS')],
    [
      '/booking/confirmation',
      {
        ...withSteps('EXTRAS', 'DETAILS', 'PAYMENT'),
        confirmationId: '7K3QX-9F2MA',
        bookingId: undefined,
        receipt,
        dueDate: '08/05/2026',
      },
    ],
  ])('[BOOK-69] %s shows its dates in an en-GB format', async (path, booking) => {
    serveBooking({
      '/api/book': ok(bookAnswer()),
      '/api/getdeposit': ok(deposit()),
    })
    renderBooking(path, storeWith({ booking }))
    expect((await screen.findAllByText(/17th Jul 2026/))[0]).toBeVisible()
    for (const date of shownDates()) expect(date).toMatch(ALLOWED)
  })

  it('[BOOK-69] My Booking shows its dates in an en-GB format', async () => {
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
    const store = readyStore(initData())
    store.dispatch(loadBooking(existingBooking()))
    renderBooking('/my-booking', storeWith({ previousBooking: { booking: existingBooking() } }))
    expect((await screen.findAllByText(/17th Jul 2026/))[0]).toBeVisible()
    expect(shownDates().length).toBeGreaterThan(2)
    for (const date of shownDates()) expect(date).toMatch(ALLOWED)
  })
})
