import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../test/axe'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { prepayment, refusal, serveBooking } from '../../test/bookings'
import { initData } from '../../test/catalogue'
import { answerDeviceData, authorised, paying, posts, saved, worldpay } from '../../test/payments'
import { ok } from '../../test/server'

const LEFT =
  'You came back from PayPal without paying there. No payment has been taken from you at this time. Please try again, or pay another way.'
const NOT_PAID =
  'There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.'
const approveUrl = 'https://wallet.example/checkoutnow?token=O1'
const paypal = { paymntRecId: 'P1', orderId: 'O1', approveUrl }
const byWallet = { ...paying, payment: { paymntRecId: 'P1', paymntUsed: 'paypal' } }

/** The page's first data, with or without a wallet and with the flags on or off. */
const offering = (wallet: boolean, isWorldpayOn: boolean, isPaypalOn = true) =>
  initData({ wallet, flags: { host: '', clientKey: 'sdk-mt', isWorldpayOn, isPaypalOn } })

answerDeviceData()

describe('methods of payment', () => {
  it('[PAY-09] [PAY-10] [PAY-12] include PayPal beside the card, and opens its page for the exact amount', async () => {
    const requests = serveBooking({ '/api/prepayment': ok(prepayment({ paypal })) })
    const { container, opened, store } = renderBooking(
      '/booking/payment',
      storeWith(saved, offering(true, true)),
    )
    expect(await screen.findByRole('radio', { name: 'Credit or Debit Card' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Make payment' })).toBeVisible()
    await userEvent.type(screen.getByLabelText('Name on card'), 'Ms P Raman')
    await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }))
    expect(screen.getByLabelText('Card number')).not.toBeVisible()
    await expectAccessible(container)
    await userEvent.dblClick(screen.getByRole('button', { name: 'Confirm payment of £80' }))
    await waitFor(() => expect(opened).toEqual([approveUrl]))
    expect(posts(requests, '/api/prepayment')).toMatchObject([
      { paymentMethod: 'paypal', paymentOption: 'deposit', expectedAmount: '80.00' },
    ])
    expect(store.getState().payment).toMatchObject({
      paymntRecId: 'P1',
      paymntUsed: 'paypal',
      paypal,
    })
    expect(posts(requests, '/api/postpayment')).toEqual([])
  })

  it('keep what was typed of a card while PayPal is chosen', async () => {
    serveBooking()
    renderBooking('/booking/payment', storeWith(saved, offering(true, true)))
    await screen.findByRole('radio', { name: 'PayPal' })
    await userEvent.type(screen.getByLabelText('Name on card'), 'Ms P Raman')
    await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Credit or Debit Card' }))
    expect(screen.getByLabelText('Name on card')).toHaveValue('Ms P Raman')
  })

  it.each([
    ['without a wallet', offering(false, true)],
    ['while the wallet is off', offering(true, true, false)],
  ])('offer only the card %s', async (_, offered) => {
    serveBooking()
    renderBooking('/booking/payment', storeWith(saved, offered))
    expect(await screen.findByRole('heading', { name: 'Credit or Debit Card' })).toBeVisible()
    expect(screen.queryByText('PayPal')).not.toBeInTheDocument()
  })

  it('offer only PayPal while the card is off', async () => {
    serveBooking()
    renderBooking('/booking/payment', storeWith(saved, offering(true, false)))
    expect(await screen.findByRole('heading', { name: 'PayPal' })).toBeVisible()
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Confirm payment of £80' })).toBeVisible()
  })

  it.each([
    ['there is no wallet and the card is off', offering(false, false)],
    ['both are off', offering(true, false, false)],
  ])('say that no payment is possible while %s, without a button', async (_, offered) => {
    serveBooking()
    renderBooking('/booking/payment', storeWith(saved, offered))
    expect(
      await screen.findByText(
        'We cannot take payments at the moment. Please try again in a little while.',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: /payment/i })).not.toBeInTheDocument()
  })

  it.each([
    ['its order is missing', ok(prepayment({ worldpay }))],
    ['the wallet does not answer', refusal(503, 'UNAVAILABLE', 'Try again.')],
  ])('open no page when %s', async (_, answer) => {
    serveBooking({ '/api/prepayment': answer })
    const { opened } = renderBooking('/booking/payment', storeWith(saved, offering(true, false)))
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm payment of £80' }))
    expect(
      await screen.findByText(
        'There was an error while loading required payment information for your booking. Please try again.',
      ),
    ).toBeVisible()
    expect(opened).toEqual([])
  })
})

describe('coming back from the wallet', () => {
  it('[PAY-09] confirms the order once and clears the address', async () => {
    const requests = serveBooking({ '/api/postpayment': authorised })
    const { opened, router } = renderBooking(
      '/booking/payment-action?token=O1',
      storeWith(byWallet, offering(true, true)),
    )
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/postpayment')).toEqual([
      { paymntRecId: 'P1', bookId: '7K3QX-9F2MA', action: 'confirm', orderId: 'O1' },
    ])
    expect(router.state.location.search).toBe('')
  })

  it('[PAYFAIL-57] after cancelling, the payment step says that nothing was taken, and PayPal stays chosen', async () => {
    const requests = serveBooking({
      '/api/postpayment': refusal(402, 'PAYMENT_REFUSED', NOT_PAID),
    })
    renderBooking('/booking/payment', storeWith(byWallet, offering(true, true)))
    expect(await screen.findByText(LEFT)).toBeVisible()
    expect(posts(requests, '/api/postpayment')).toMatchObject([{ action: 'recall' }])
    expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked()
  })

  it('[PAYFAIL-61] offers the same order again, or another method, when the wallet has declined', async () => {
    let recalled = false
    const requests = serveBooking({
      '/api/postpayment': ({ form }) => {
        recalled ||= form?.['action'] === 'recall'
        return recalled
          ? refusal(402, 'PAYMENT_REFUSED', NOT_PAID)
          : ok({ status: 'pending', approveUrl, pollAfterMs: 10 })
      },
    })
    const { opened } = renderBooking(
      '/booking/payment-action?token=O1',
      storeWith(byWallet, offering(true, true)),
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Confirm payment/ }))
    expect(opened).toEqual([approveUrl])
    await userEvent.click(screen.getByRole('button', { name: 'Pay another way' }))
    expect(await screen.findByText(LEFT)).toBeVisible()
    expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked()
    expect(opened).toEqual([approveUrl])
    expect(posts(requests, '/api/postpayment').map((form) => form?.['action'])).toEqual([
      'confirm',
      'recall',
    ])
  })

  it('[PAYFAIL-62] says that PayPal is checking the payment, and checks again when the button is pressed', async () => {
    const inReview = ok({ status: 'pending', inReview: true, pollAfterMs: 10 })
    let answerSecond = () => {}
    const second = new Promise<typeof inReview>((held) => (answerSecond = () => held(inReview)))
    const answers = [inReview, second, authorised]
    const requests = serveBooking({ '/api/postpayment': () => answers.shift() ?? authorised })
    const { container, opened } = renderBooking(
      '/booking/payment-action?token=O1',
      storeWith(byWallet, offering(true, true)),
    )
    expect(
      await screen.findByText(
        'PayPal is checking your payment, which can take some hours. We keep the holiday for you and send you an email as soon as PayPal has decided. Please do not pay again.',
      ),
    ).toBeVisible()
    // The hold does not end while the wallet decides, so no time is given for it.
    const until = () => screen.queryByText(/We are holding this holiday for you until/)
    await waitFor(() => expect(until()).not.toBeInTheDocument())
    await expectAccessible(container)
    const again = screen.getByRole('button', { name: 'Check again' })
    await userEvent.click(again)
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(again).toHaveAttribute('aria-busy', 'true')
    expect(again).toHaveFocus()
    expect(until()).not.toBeInTheDocument()
    answerSecond()
    await waitFor(() => expect(again).not.toHaveAttribute('aria-busy', 'true'))
    await userEvent.click(again)
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/postpayment').map((form) => form?.['action'])).toEqual([
      'confirm',
      'status',
      'status',
    ])
  })

  it('[PAYFAIL-62] offers no second payment while PayPal is checking the first', async () => {
    serveBooking({ '/api/postpayment': ok({ status: 'pending', inReview: true }) })
    const { path } = renderBooking('/booking/payment', storeWith(byWallet, offering(true, true)))
    expect(await screen.findByText(/^PayPal is checking your payment/)).toBeVisible()
    expect(path()).toBe('/booking/payment-action')
    expect(screen.queryByRole('button', { name: /payment/ })).not.toBeInTheDocument()
  })
})
