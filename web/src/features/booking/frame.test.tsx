import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { bookAnswer, NOW, params, refusal, serveBooking } from '../../test/bookings'
import { reloadsWhenShown, renderBooking, storeWith } from '../../test/booking-pages'
import { recordEvents } from '../../test/events'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import { initData } from '../../test/catalogue'
import { startBooking } from './start-booking'

const fromPark = { booking: { parkName: 'Gannet Sands', parkBookingUrl: params.parkBookingUrl } }

/** Advances the clock, and lets the page react. */
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it.each(['/booking/extras', '/booking/details', '/booking/payment'])(
  '%s is loaded again when Back restores the page from memory',
  async (path) => {
    serveBooking()
    renderBooking(path, storeWith({ booking: { stepsCompleted: ['EXTRAS', 'DETAILS'] } }))
    await screen.findByRole('heading', { level: 1 })
    expect(reloadsWhenShown({ persisted: false })).toBe(false)
    expect(reloadsWhenShown({ persisted: true })).toBe(true)
  },
)

describe('what is shown instead of the steps', () => {
  it('[BOOK-04] offers the search form when no booking is in progress', async () => {
    serveBooking()
    renderBooking('/booking/details')
    expect(await screen.findByText(/You have no booking in progress/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'search form' })).toHaveAttribute('href', '/')
  })

  it('does not ask a visitor whom PayPal sends to another browser to book again', async () => {
    serveBooking()
    renderBooking('/booking/payment-action?token=5O190127TN364715T')
    expect(await screen.findByText(/Please do not pay again/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'My Booking' })).toHaveAttribute('href', '/login')
    expect(screen.queryByText(/You have no booking in progress/)).not.toBeInTheDocument()
  })

  it('[BOOK-19] says on the confirmation page that there is no confirmed booking', async () => {
    serveBooking()
    renderBooking('/booking/confirmation')
    expect(
      await screen.findByText('There is no booking confirmation data to show at this time.'),
    ).toBeVisible()
  })

  it('[BOOK-03] says that the booking data is loading', async () => {
    serveBooking({ '/api/book': ok(bookAnswer()) })
    const store = readyStore(initData())
    let answer: (() => void) | undefined
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = () => resolve(new Response(JSON.stringify({ success: 1, data: bookAnswer() })))
        }),
    )
    void store.dispatch(startBooking(params))
    renderBooking('/booking/extras', store)
    expect(await screen.findByText('Loading booking data, please wait...')).toBeVisible()
    serveBooking()
    answer?.()
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
  })

  it('[BOOK-05] [BOOK-32] says that the unit is gone and links to the park page', async () => {
    serveBooking({ '/api/book': refusal(409, 'UNIT_UNAVAILABLE', 'gone') })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    const { path, router } = renderBooking('/booking/extras', store)
    expect(
      await screen.findByText(
        'This unit is no longer available. Please return to the previous page to view other available options.',
      ),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(path()).toBe('/holidays/HV101/gannet-sands')
    const { pathname, search, hash } = router.state.location
    expect(`${pathname}${search}`).toBe(params.parkBookingUrl)
    expect(search).toMatch(/date=.*nights=.*adults=/)
    expect(hash).toBe('#prices')
    expect(store.getState().searchResults.unavailableUnitIds).toEqual([params.unitId])
  })

  it('asks before it continues at a changed price', async () => {
    const requests = serveBooking({
      '/api/book': ({ query }) =>
        query.unitId === 'new'
          ? ok(bookAnswer({ unitId: 'new', unitPrice: '359.00' }))
          : refusal(409, 'PRICE_CHANGED', 'changed', { price: '359.00', unitId: 'new' }),
    })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    renderBooking('/booking/extras', store)
    await userEvent.click(await screen.findByRole('button', { name: 'Go on at £359' }))
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
    expect(requests.filter(({ path }) => path === '/api/book')).toHaveLength(2)
  })

  it('[BOOK-64] offers another try when the booking data cannot be loaded', async () => {
    serveBooking({
      '/api/book': {
        status: 500,
        body: { success: 0, errors: [{ message: 'x', code: 'INTERNAL' }] },
      },
    })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    renderBooking('/booking/extras', store)
    expect(
      await screen.findByText(
        'There was an error while loading the booking data. Please try again.',
      ),
    ).toBeVisible()
    serveBooking()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Extras' })).toBeVisible()
  })

  it('[BOOK-65] says that the booking failed when the server refuses it without a message', async () => {
    serveBooking({ '/api/book': { status: 422, body: { success: 0, errors: [] } } })
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    renderBooking('/booking/extras', store)
    expect(await screen.findByText('Booking failed')).toBeVisible()
  })

  it('[BOOK-68] [ANLY-20] says that the booking has timed out and that nothing was paid, and tells analytics once', async () => {
    serveBooking({ '/api/book': refusal(410, 'BOOKING_EXPIRED', 'over') })
    const sent = recordEvents()
    renderBooking('/booking/extras', storeWith(fromPark))
    expect(await screen.findByRole('heading', { name: 'Your booking has timed out' })).toBeVisible()
    expect(
      screen.getByText(
        'We held this holiday for you for as long as we could and have now released it. No payment has been taken.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Your booking has timed out' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Check if it is still available' })).toHaveAttribute(
      'href',
      `${params.parkBookingUrl}#unit-HV101-G3`,
    )
    expect(screen.getByRole('link', { name: 'Search again' })).toHaveAttribute('href', '/')
    expect(sent('booking_timeout')).toEqual([{ event: 'booking_timeout' }])
  })

  it.each(['extras', 'details', 'payment'])(
    'leads to My Booking from the step %s when the booking was paid in another tab',
    async (step) => {
      serveBooking({ '/api/book': refusal(409, 'BOOKING_STATE', 'This booking is closed.') })
      const booking = { ...fromPark.booking, stepsCompleted: ['EXTRAS', 'DETAILS'] }
      renderBooking(`/booking/${step}`, storeWith({ booking }))
      expect(await screen.findByText(/^This booking is closed\./)).toBeVisible()
      expect(screen.getByRole('link', { name: 'My Booking' })).toHaveAttribute('href', '/login')
      expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
    },
  )

  it.each([
    ['says that no payment was taken', {}, ' No payment has been taken.'],
    ['says nothing of payments when an attempt was begun', { paymntRecId: 'P1' }, ''],
  ])('[BOOK-72] a booking that timed out %s', async (_, payment, paid) => {
    serveBooking({ '/api/book': refusal(410, 'BOOKING_EXPIRED', 'over') })
    renderBooking('/booking/extras', storeWith({ ...fromPark, payment }))
    expect(await screen.findByRole('heading', { name: 'Your booking has timed out' })).toBeVisible()
    const text = `We held this holiday for you for as long as we could and have now released it.${paid}`
    expect(screen.getByText(text, { exact: true })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Check if it is still available' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Search again' })).toBeVisible()
  })

  it('[BOOK-72] does not time out while the result of a payment is unknown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    serveBooking({ '/api/postpayment': 'no answer' })
    const stepsCompleted = ['EXTRAS', 'DETAILS', 'PAYMENT']
    const store = storeWith({
      booking: { ...fromPark.booking, stepsCompleted },
      payment: { paymntRecId: 'P1' },
    })
    renderBooking('/booking/payment-action', store)
    const unknown =
      'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'
    expect(await screen.findByText(unknown)).toBeVisible()
    await advance(31 * 60_000)
    expect(screen.getByText(unknown)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Your booking has timed out' })).toBeNull()
    vi.useRealTimers()
  })

  it('[BOOK-71] times out when the hold ends, and warns five minutes before, in view and only once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    serveBooking()
    renderBooking('/booking/extras', storeWith(fromPark))
    expect(await screen.findByText(/We are holding this holiday for you until/)).toHaveTextContent(
      'until 13:32.',
    )
    await advance(25 * 60_000)
    const warning = screen.getByText('We can hold this holiday for about 5 more minutes.')
    expect(warning.closest('output')).toHaveClass('sticky')
    expect(warning.closest('output')).toHaveAttribute('aria-live', 'polite')
    await advance(60_000)
    const until = screen.getByText(/^We can hold this holiday only until/)
    expect(until).toHaveTextContent('We can hold this holiday only until 13:32.')
    expect(until.closest('output')).toHaveAttribute('aria-live', 'off')
    await advance(4 * 60_000)
    expect(screen.getByRole('heading', { name: 'Your booking has timed out' })).toHaveFocus()
    vi.useRealTimers()
  })
})

it('[BOOK-71] a warning that begins later says until when, and nothing once the hold has ended while paying', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  serveBooking({ '/api/postpayment': 'no answer' })
  const steps = ['EXTRAS', 'DETAILS', 'PAYMENT']
  renderBooking(
    '/booking/payment-action',
    storeWith({
      booking: { ...fromPark.booking, stepsCompleted: steps, expiresAt: NOW + 40_000 },
      payment: { paymntRecId: 'P1' },
    }),
  )
  const warning = await screen.findByText(/^We can hold this holiday only until/)
  expect(warning).toHaveTextContent('only until 13:02.')
  expect(warning.closest('output')).toHaveAttribute('aria-live', 'polite')
  await advance(60_000)
  expect(screen.queryByText(/^We can hold this holiday only/)).toBeNull()
  vi.useRealTimers()
})

describe('every step before the confirmation', () => {
  const withSteps = (...stepsCompleted: string[]) => ({
    booking: { ...fromPark.booking, stepsCompleted },
  })

  it.each([
    ['/booking/extras', withSteps()],
    ['/booking/details', withSteps('EXTRAS')],
    ['/booking/payment', withSteps('EXTRAS', 'DETAILS')],
    [
      '/booking/payment-action',
      { ...withSteps('EXTRAS', 'DETAILS', 'PAYMENT'), payment: { paymntRecId: 'P1' } },
    ],
  ])('[BOOK-71] says until when the holiday is held: %s', async (path, state) => {
    serveBooking({ '/api/postpayment': 'no answer' })
    renderBooking(path, storeWith(state))
    expect(await screen.findByText(/We are holding this holiday for you until/)).toHaveTextContent(
      'We are holding this holiday for you until 13:32.',
    )
  })

  it('links to completed steps and to the park; from the card form by a new document', async () => {
    serveBooking()
    const first = renderBooking('/booking/details', storeWith(withSteps('EXTRAS')))
    const steps = () => within(screen.getByRole('list', { name: 'Booking steps' }))
    await screen.findByRole('heading', { name: 'Your details' })
    expect(screen.getByRole('link', { name: 'Back to Gannet Sands' })).toHaveAttribute(
      'href',
      `${params.parkBookingUrl}#prices`,
    )
    await userEvent.click(steps().getByRole('link', { name: /^Extras/ }))
    expect(first.path()).toBe('/booking/extras')
    first.unmount()
    const { opened, path } = renderBooking(
      '/booking/payment',
      storeWith(withSteps('EXTRAS', 'DETAILS')),
    )
    await screen.findByRole('button', { name: 'Make payment' })
    await userEvent.click(steps().getByRole('link', { name: /^Details/ }))
    expect(opened).toEqual(['/booking/details'])
    expect(path()).toBe('/booking/payment')
  })
})
