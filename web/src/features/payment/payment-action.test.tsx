import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { prepayment, refusal, serveBooking, receipt } from '../../test/bookings'
import { renderBooking, storeWith } from '../../test/booking-pages'
import {
  answerDeviceData,
  authorised,
  paying,
  posts,
  saved,
  typeCard,
  worldpay,
} from '../../test/payments'
import { ok } from '../../test/server'

const REFUSED =
  'There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.'
const UNKNOWN =
  'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'

answerDeviceData()

describe('the page of the payment’s result', () => {
  it('[PAY-13] [PAY-17] stores the MAC, sends the signed result and clears the address', async () => {
    const requests = serveBooking({ '/api/postpayment': authorised })
    const query =
      'orderKey=A%5EB%5EC&paymentStatus=AUTHORISED&paymentAmount=8000&paymentCurrency=GBP&mac2=abc'
    const { opened, router } = renderBooking(`/booking/payment-action?${query}`, storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/postpayment')).toEqual([
      {
        paymntRecId: 'P1',
        bookId: '7K3QX-9F2MA',
        action: 'confirm',
        orderKey: 'A^B^C',
        paymentStatus: 'AUTHORISED',
        paymentAmount: '8000',
        paymentCurrency: 'GBP',
        mac2: 'abc',
      },
    ])
    expect(router.state.location.search).toBe('')
  })

  it('requests only the result: the server does not send the data of a paid booking', async () => {
    const requests = serveBooking({
      '/api/book': refusal(409, 'BOOKING_STATE', 'This booking can no longer be changed.'),
      '/api/postpayment': authorised,
    })
    const { opened } = renderBooking('/booking/payment-action?mac2=abc', storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(requests.map(({ path }) => path)).toEqual(['/api/postpayment'])
  })

  it('[PAY-23] [PAY-24] [PAYFAIL-9] never says that nothing was taken while the result is unknown, and only asks again', async () => {
    let down = true
    const requests = serveBooking({
      '/api/postpayment': () => (down ? { status: 502, body: 'bad gateway' } : authorised),
    })
    const { opened } = renderBooking('/booking/payment-action', storeWith(paying))
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    expect(screen.queryByText(/No payment has been taken/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByRole('button', { name: 'Retry' })
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(
      posts(requests, '/api/postpayment').map(
        ({ action, paymntRecId }) => `${action} ${paymntRecId}`,
      ),
    ).toEqual(['recall P1', 'status P1', 'status P1', 'status P1'])
    expect(posts(requests, '/api/prepayment')).toEqual([])
  })

  it.each([
    ['[PAY-26]', 402, 'PAYMENT_REFUSED', REFUSED],
    [
      '[PAY-22]',
      402,
      'THREEDS_FAILED',
      'There was an error during 3D Secure validation. Please try again.',
    ],
    [
      '[PAY-22]',
      403,
      'MAC_INVALID',
      'There was an error during 3D Secure validation. Please try again.',
    ],
    [
      '[PAY-27]',
      422,
      'REJECTED',
      'There was an error while submitting the form. Please try again.',
    ],
  ])('%s leads back to the payment step after %i %s', async (_, status, code, text) => {
    serveBooking({ '/api/postpayment': refusal(status, code, text) })
    const { path, store } = renderBooking('/booking/payment-action', storeWith(paying))
    expect(await screen.findByText(text)).toBeVisible()
    expect(path()).toBe('/booking/payment')
    expect(screen.getByLabelText('Card number')).toHaveValue('')
    expect(store.getState().payment.paymntRecId).toBeUndefined()
  })

  it('shows the bank’s page in a frame', async () => {
    const challenge = {
      url: 'https://bank.example/challenge',
      jwt: 'J',
      md: 'M',
      width: 390,
      height: 400,
    }
    serveBooking({ '/api/postpayment': ok({ status: 'challenge', challenge }) })
    const store = storeWith({ ...paying, booking: { ...paying.booking, receipt } })
    renderBooking('/booking/payment-action', store)
    const frame = await screen.findByTitle('Security check by your bank')
    expect(frame).toHaveAttribute('height', '400')
    expect(screen.getByText(/To pay today/)).toHaveTextContent('To pay today: £80')
    const form = document.querySelector<HTMLFormElement>('form[target="bank"]')
    expect(form?.action).toBe('https://bank.example/challenge')
    expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ JWT: 'J', MD: 'M' })
  })

  it('requests the state again until there is a result', async () => {
    const answers = [
      ok({ status: 'pending', pollAfterMs: 5 }),
      ok({ status: 'pending', pollAfterMs: 5 }),
      authorised,
    ]
    const requests = serveBooking({ '/api/postpayment': () => answers.shift() ?? authorised })
    const { opened } = renderBooking('/booking/payment-action', storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/postpayment').map(({ action }) => action)).toEqual([
      'recall',
      'status',
      'status',
    ])
  })

  it.each(['/booking/payment-action', '/booking/payment'])(
    'loading %s ends an attempt that was never sent, and lets the visitor pay again',
    async (path) => {
      const requests = serveBooking({
        '/api/prepayment': ok(prepayment({ paymntRecId: 'P2', worldpay })),
        '/api/postpayment': ({ form }) =>
          form.action === 'authorise' ? authorised : refusal(402, 'PAYMENT_REFUSED', REFUSED),
      })
      const { opened } = renderBooking(path, storeWith(paying))
      expect(await screen.findByText(REFUSED)).toBeVisible()
      await typeCard()
      await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
      await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
      expect(
        posts(requests, '/api/postpayment').map(
          ({ action, paymntRecId }) => `${action} ${paymntRecId}`,
        ),
      ).toEqual(['recall P1', 'authorise P2'])
    },
  )

  it('sends the card again, for the same attempt, when it never arrived', async () => {
    const answers = ['no answer', ok({ status: 'pending', pollAfterMs: 5 }), authorised] as const
    let next = 0
    const requests = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': () => answers[next++] ?? authorised,
    })
    const { opened } = renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    const sent = posts(requests, '/api/postpayment')
    expect(sent.map(({ action, paymntRecId }) => `${action} ${paymntRecId}`)).toEqual([
      'authorise P1',
      'status P1',
      'authorise P1',
    ])
    expect(sent[2]?.encryptedData).toBe(sent[0]?.encryptedData)
    expect(posts(requests, '/api/prepayment')).toHaveLength(1)
  })

  it('opens instead of an earlier step while the payment is in progress', async () => {
    serveBooking({ '/api/postpayment': 'no answer' })
    const { opened } = renderBooking('/booking/extras', storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/payment-action']))
  })
})
