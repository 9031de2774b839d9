import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  deposit,
  existingBooking,
  extras,
  prepayment,
  quote,
  refusal,
  serveBooking,
} from '../../test/bookings'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { initData } from '../../test/catalogue'
import {
  answerDeviceData,
  authorised,
  paying,
  posts,
  saved,
  typeCard,
  worldpay,
} from '../../test/payments'
import { readyStore } from '../../test/render'
import { type Answer, ok } from '../../test/server'
import { loadBooking } from '../booking'
import { PATIENCE_MS } from './PaymentAction'

answerDeviceData()

/** An answer that the test sends later. */
function deferred() {
  let send: (answer: Answer) => void = () => {}
  const answer = new Promise<Answer>((resolve) => {
    send = resolve
  })
  return { answer: () => answer, send: (what: Answer) => act(async () => send(what)) }
}

/** A visitor who pays £162 towards a booking made earlier. */
const existingBookingStore = () => {
  const store = readyStore(initData())
  store.dispatch(loadBooking(existingBooking()))
  return store
}

async function pay() {
  await screen.findByRole('button', { name: 'Make payment' })
  await typeCard()
  await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
}

const UNKNOWN = /There was an error while accessing the server/

describe('what is paid for', () => {
  it('cannot be changed while the payment is prepared, and the receipt shows what the server charges', async () => {
    const { answer, send } = deferred()
    const requests = serveBooking({ '/api/prepayment': answer, '/api/postpayment': authorised })
    const { store, opened } = renderBooking('/booking/payment', storeWith(saved))
    await pay()
    const full = screen.getByRole('radio', { name: /^Full Payment/ })
    await userEvent.click(full)
    expect(full).not.toBeChecked()
    await send(ok(prepayment({ worldpay })))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/prepayment')[0]).toMatchObject({ paymentOption: 'deposit' })
    expect(store.getState().booking.receipt).toMatchObject({ paidNow: 8000, outstanding: 26900 })
  })

  it('is what the server has saved: an extra that it does not have is not on the receipt', async () => {
    const booked = extras.map((extra) => (extra.code === 'LIN' ? { ...extra, value: 2 } : extra))
    serveBooking({
      '/api/getextras': ok({ extras: booked, showDiscountBox: 'false' }),
      '/api/getdeposit': ok(deposit({ quote: quote({ total: '373.00' }) })),
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    const typed = { ...saved, bookingForm: { extras: { LIN: 2, COT: 1 } } }
    const { store, opened } = renderBooking('/booking/payment', storeWith(typed))
    await pay()
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(store.getState().booking.receipt).toMatchObject({
      extras: [{ name: 'Bed linen', value: 2 }],
      total: 37300,
      outstanding: 29300,
    })
  })
})

describe('a refused preparation', () => {
  it('takes the server’s extras and amounts when the price has changed', async () => {
    let price = '349.00'
    serveBooking({
      '/api/getextras': () => ok({ extras, showDiscountBox: 'false' }),
      '/api/getdeposit': () => ok(deposit({ quote: quote({ total: price, hash: price }) })),
      '/api/prepayment': () => {
        price = '359.00'
        return refusal(409, 'PRICE_CHANGED', 'changed')
      },
    })
    const typed = { ...saved, bookingForm: { extras: { COT: 1 } } }
    const { store } = renderBooking('/booking/payment', storeWith(typed))
    await pay()
    expect(
      await screen.findByText(
        'The price of this booking has changed. Please check the amounts again.',
      ),
    ).toBeVisible()
    await waitFor(() => expect(store.getState().bookingForm.extras).toEqual({ LIN: 0, COT: 0 }))
    expect(store.getState().booking.quote?.hash).toBe('359.00')
  })

  it.each([
    [429, 'RATE_LIMITED', 'Too many requests. Please try again later.'],
    [409, 'METHOD_UNAVAILABLE', 'This payment method is not available.'],
    [409, 'BOOKING_STATE', 'This booking can no longer be changed.'],
  ])(
    'shows after %i %s the server’s text and other ways to get help',
    async (status, code, text) => {
      serveBooking({ '/api/prepayment': refusal(status, code, text) })
      renderBooking('/booking/payment', storeWith(saved))
      await pay()
      const notice = (await screen.findByText(text)).closest<HTMLElement>('[role=alert]')
      expect(notice).toHaveFocus()
      expect(
        within(notice as HTMLElement).getByRole('link', { name: 'My Booking' }),
      ).toHaveAttribute('href', '/login')
    },
  )

  it('is shown at the button and focused, also when there was no answer', async () => {
    serveBooking({ '/api/prepayment': 'no answer' })
    renderBooking('/booking/payment', storeWith(saved))
    await pay()
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(/required payment information/)
    expect(notice).toHaveFocus()
    expect(notice.nextElementSibling).toBe(screen.getByRole('button', { name: 'Make payment' }))
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  })

  it('says when this browser no longer has access to the booking', async () => {
    serveBooking({ '/api/prepayment': refusal(401, 'NO_BOOKING_SESSION', 'none') })
    renderBooking('/booking/payment', storeWith(saved))
    await pay()
    expect(
      await screen.findByText(/This browser no longer has access to your booking/),
    ).toBeVisible()
  })
})

describe('a balance of which £50 was paid in another tab', () => {
  const lower = ok({
    bookings: [
      existingBooking({ bookingId: 'OTHER', amountPaid: '1.00' }),
      existingBooking({ amountPaid: '280.00', outstanding: '112.00' }),
    ],
  })
  const text = 'Please enter an amount between £10 and £112'
  const refused = refusal(422, 'TOPUP_AMOUNT', text)

  it('[MINE-19] is shown when more than it is refused, with the reason at the amount, and can be paid', async () => {
    const answers = [refused, ok(prepayment({ worldpay, amount: '112.00' }))]
    const requests = serveBooking({
      '/api/mybookings': lower,
      '/api/prepayment': () => answers.shift() ?? refused,
      '/api/postpayment': ok({
        status: 'authorised',
        confirmationId: '7K3QX-9F2MA',
        amountPaid: '112.00',
        outstanding: '0.00',
      }),
    })
    const { opened, store } = renderBooking('/booking/payment', existingBookingStore())
    await pay()
    const amount = screen.getByLabelText('Enter amount to pay (£)')
    await waitFor(() => expect(amount).toHaveAccessibleDescription(expect.stringContaining(text)))
    expect(amount).toHaveFocus()
    expect(amount).toHaveValue('112.00')
    expect(amount).toHaveAccessibleDescription(/before 8 May 2026: £112/)
    expect(store.getState().booking.customBookingPaymentErr).toBe(text)
    expect(screen.queryByRole('link', { name: 'My Booking' })).not.toBeInTheDocument()
    const sums = screen.getByRole('region', { name: 'Price breakdown' })
    expect(sums).toHaveTextContent('Amount paid£280Outstanding amount to pay£112To pay today£112')
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/prepayment')[1]).toMatchObject({ topUpAmount: '112.00' })
    expect(store.getState().booking.receipt).toMatchObject({ paid: 39200, outstanding: 0 })
  })

  it('leaves nothing to pay when all of it was paid', async () => {
    const all = { totalCost: '392.00', amountPaid: '392.00' }
    serveBooking({
      '/api/mybookings': ok({ bookings: [existingBooking(all)] }),
      '/api/prepayment': refusal(409, 'BOOKING_STATE', 'This booking can no longer be changed.'),
    })
    renderBooking('/booking/payment', existingBookingStore())
    await pay()
    expect(await screen.findByText('Nothing is left to pay for this holiday.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'My Booking' })).toHaveAttribute('href', '/my-booking')
    expect(screen.queryByRole('button', { name: 'Make payment' })).not.toBeInTheDocument()
  })

  it('keeps an amount that can still be paid when the preparation fails', async () => {
    serveBooking({ '/api/mybookings': lower, '/api/prepayment': 'no answer' })
    renderBooking('/booking/payment', existingBookingStore())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    await userEvent.clear(amount)
    await userEvent.type(amount, '60')
    await pay()
    expect(await screen.findByText(/required payment information/)).toBeVisible()
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/before 8 May 2026: £112/))
    expect(amount).toHaveValue('60')
  })

  it('is the rest on the receipt of a part payment', async () => {
    serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay, amount: '60.00' })),
      '/api/postpayment': ok({
        status: 'authorised',
        confirmationId: '7K3QX-9F2MA',
        amountPaid: '60.00',
        outstanding: '52.00',
      }),
    })
    const { opened, store } = renderBooking('/booking/payment', existingBookingStore())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    await userEvent.clear(amount)
    await userEvent.type(amount, '60')
    await pay()
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(store.getState().booking.receipt).toMatchObject({
      total: 39200,
      paidNow: 6000,
      paid: 34000,
      outstanding: 5200,
    })
  })
})

describe('a refused post-payment', () => {
  it('opens the payment step with the reason in view and focused', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    serveBooking({ '/api/postpayment': refusal(402, 'PAYMENT_REFUSED', 'No') })
    const { path } = renderBooking('/booking/payment-action', storeWith(paying))
    const alert = await screen.findByRole('alert')
    expect(path()).toBe('/booking/payment')
    expect(alert).toHaveTextContent(/There was an error processing your previous payment/)
    expect(alert).toHaveFocus()
    expect(shown.mock.contexts).toContain(alert)
  })

  it('with a changed price opens the payment step with the new amounts', async () => {
    serveBooking({
      '/api/getdeposit': ok(deposit({ deposit: '90.00' })),
      '/api/postpayment': refusal(409, 'PRICE_CHANGED', 'changed'),
    })
    const { path } = renderBooking('/booking/payment-action', storeWith(paying))
    expect(await screen.findByText(/The price of this booking has changed/)).toBeVisible()
    expect(path()).toBe('/booking/payment')
    expect(screen.getByRole('radio', { name: /^Deposit Payment: £90/ })).toBeVisible()
  })

  it.each(['METHOD_UNAVAILABLE', 'BOOKING_STATE'])(
    'with %s opens the payment step with the server’s text',
    async (code) => {
      serveBooking({ '/api/postpayment': refusal(409, code, 'Not now.') })
      const { path } = renderBooking('/booking/payment-action', storeWith(paying))
      expect(await screen.findByText('Not now.')).toBeVisible()
      expect(path()).toBe('/booking/payment')
    },
  )

  it('of another visitor’s attempt is shown as an unknown result, not as a refusal', async () => {
    serveBooking({ '/api/postpayment': refusal(404, 'NOT_FOUND', 'none') })
    const { path } = renderBooking('/booking/payment-action', storeWith(paying))
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    expect(path()).toBe('/booking/payment-action')
  })

  it('without the booking’s cookie ends the requests, and shows where to get help', async () => {
    const requests = serveBooking({
      '/api/postpayment': refusal(401, 'NO_BOOKING_SESSION', 'none'),
    })
    renderBooking('/booking/payment-action', storeWith(paying))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(/Please do not pay again/)
    expect(within(notice).getByRole('link', { name: 'My Booking' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
    expect(posts(requests, '/api/postpayment')).toHaveLength(1)
  })

  it('[PAY-23] waits a minute for a result, then says that it is unknown and offers Retry', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    serveBooking({ '/api/postpayment': ok({ status: 'pending', pollAfterMs: 5000 }) })
    renderBooking('/booking/payment-action', storeWith(paying))
    await screen.findByRole('heading', { name: 'Confirm payment' })
    const awaitFor = async (ms: number) => {
      for (let waited = 0; waited < ms; waited += 5000)
        await act(() => vi.advanceTimersByTimeAsync(5000))
    }
    await awaitFor(PATIENCE_MS - 10_000)
    expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument()
    await awaitFor(20_000)
    expect(screen.getByText(UNKNOWN)).toBeVisible()
    serveBooking({ '/api/postpayment': authorised })
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(UNKNOWN)).not.toBeInTheDocument())
  })
})

describe('a payment page that the visitor leaves', () => {
  it('opens no page and keeps no attempt when it was preparing the payment', async () => {
    const { answer, send } = deferred()
    const requests = serveBooking({ '/api/prepayment': answer, '/api/postpayment': authorised })
    const { router, store, path } = renderBooking('/booking/payment', storeWith(saved))
    await pay()
    await act(() => router.navigate('/'))
    await send(ok(prepayment({ worldpay })))
    expect(path()).toBe('/')
    expect(store.getState().payment.paymntRecId).toBeUndefined()
    expect(store.getState().booking.receipt).toBeUndefined()
    expect(posts(requests, '/api/postpayment')).toEqual([])
  })

  it('pays a top-up once when it is opened again, even if the answer for the first page comes late', async () => {
    const first = deferred()
    const answers = [first.answer, () => ok(prepayment({ paymntRecId: 'P2', worldpay }))]
    const requests = serveBooking({
      '/api/prepayment': () => answers.shift()?.() ?? refusal(500, 'INTERNAL', 'x'),
      '/api/postpayment': ok({
        status: 'authorised',
        confirmationId: 'X',
        amountPaid: '162.00',
        outstanding: '0.00',
      }),
    })
    const store = existingBookingStore()
    const firstPage = renderBooking('/booking/payment', store)
    await pay()
    firstPage.unmount()
    const { opened } = renderBooking('/booking/payment', store)
    await pay()
    await first.send(ok(prepayment({ paymntRecId: 'P1', worldpay })))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/postpayment').map(({ paymntRecId }) => paymntRecId)).toEqual([
      'P2',
    ])
    expect(store.getState().booking.receipt).toMatchObject({ paidNow: 16200, outstanding: 0 })
  })

  it('opens no page when it was requesting the state of an earlier attempt', async () => {
    const { answer, send } = deferred()
    serveBooking({ '/api/postpayment': answer })
    const { router, path } = renderBooking('/booking/payment', storeWith(paying))
    await waitFor(() => expect(path()).toBe('/booking/payment'))
    await act(() => router.navigate('/'))
    await send(ok({ status: 'pending', pollAfterMs: 5 }))
    expect(path()).toBe('/')
  })

  it('makes no further requests when it was waiting for the result', async () => {
    const { answer, send } = deferred()
    const requests = serveBooking({ '/api/postpayment': answer })
    const { unmount } = renderBooking('/booking/payment-action', storeWith(paying))
    await waitFor(() => expect(posts(requests, '/api/postpayment')).toHaveLength(1))
    unmount()
    await send(ok({ status: 'pending', pollAfterMs: 0 }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(posts(requests, '/api/postpayment')).toHaveLength(1)
  })
})
