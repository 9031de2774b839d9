import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expectAccessible } from '../../test/axe'
import { describe, expect, it, vi } from 'vitest'
import {
  bookAnswer,
  deposit,
  existingBooking,
  extras,
  params,
  prepayment,
  quote,
  refusal,
  serveBooking,
} from '../../test/bookings'
import { renderBooking, storeWith } from '../../test/booking-pages'
import { recordEvents } from '../../test/events'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { answerDeviceData, authorised, posts, saved, typeCard, worldpay } from '../../test/payments'
import { ok } from '../../test/server'
import { useForm } from '../../ui'
import { startAnalytics } from '../analytics'
import { loadBooking } from '../booking'
import { CardForm } from './CardForm'
import { useCard } from './useCard'

answerDeviceData()

const existingBookingStore = () => {
  const store = readyStore(initData())
  store.dispatch(loadBooking(existingBooking()))
  return store
}

describe('the payment options', () => {
  it('[PAY-01] [PAY-02] [PAY-03] are the full price or a deposit, with the amount of each', async () => {
    serveBooking()
    const { container } = renderBooking('/booking/payment', storeWith(saved))
    expect(
      await screen.findByRole('heading', {
        name: 'Pay in full or put down a deposit to secure your booking',
      }),
    ).toBeVisible()
    expect(screen.getByRole('radio', { name: /^Full Payment: £349/ })).not.toBeChecked()
    const choice = screen.getByRole('radio', { name: /^Deposit Payment: £80/ })
    expect(choice).toBeChecked()
    expect(choice.closest('label')).toHaveTextContent(
      'Outstanding amount to pay before 8 May 2026: £269',
    )
    await userEvent.click(screen.getByRole('radio', { name: /^Full Payment/ }))
    expect(screen.getByText('To pay today:').parentElement).toHaveTextContent('£349')
    await expectAccessible(container)
  })

  it('are followed by the cards that are accepted, including American Express', async () => {
    serveBooking()
    renderBooking('/booking/payment', storeWith(saved))
    const marks = within(await screen.findByRole('list', { name: 'Cards we take' }))
    expect(marks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'VISA',
      'MASTERCARD',
      'MAESTRO',
      'AMEX',
    ])
  })

  it('[PAY-04] say that all must be paid when no deposit is allowed', async () => {
    serveBooking({
      '/api/getdeposit': ok(deposit({ deposit: '', compulsoryDeposit: undefined, dueDate: '' })),
    })
    renderBooking('/booking/payment', storeWith(saved))
    expect(
      await screen.findByText(
        'Paying a deposit is not available for this holiday. You must pay in full.',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('radio', { name: /Deposit/ })).not.toBeInTheDocument()
  })

  it.each([
    ['[PAY-05]', 'ukcaravan', 'before the holiday date.'],
    ['[PAY-06]', 'eurocaravan', 'on confirmation of your booking.'],
  ])('%s say who receives the balance of a compulsory deposit: %s', async (_, channelId, when) => {
    serveBooking({
      '/api/book': ok(bookAnswer({ channelId })),
      '/api/getdeposit': ok(deposit({ compulsoryDeposit: 1, dueDate: '' })),
    })
    renderBooking('/booking/payment', storeWith(saved))
    expect(
      await screen.findByText(
        `You will pay a deposit now and the balance will be payable direct to the park operator ${when}`,
      ),
    ).toBeVisible()
    expect(screen.queryByRole('radio', { name: /^Full Payment/ })).not.toBeInTheDocument()
  })
})

describe('the card form', () => {
  it('[FORM-31] [PAY-07] [PAYFAIL-43] shows what is wrong and sends nothing', async () => {
    const requests = serveBooking()
    renderBooking('/booking/payment', storeWith(saved))
    await userEvent.click(await screen.findByRole('button', { name: 'Make payment' }))
    for (const [label, text] of [
      ['Card number', 'Please enter a valid card number'],
      ['Expiration date', 'Please enter a valid expiration date'],
      ['Security number', 'Please enter a valid security number'],
      ['Name on card', 'Please enter the name on the front of your card'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)
      expect(screen.getByLabelText(label)).not.toHaveAttribute('name')
    }
    expect(screen.getByLabelText('Card number')).toHaveFocus()
    expect(posts(requests, '/api/prepayment')).toEqual([])
  })

  it('says beside the button what paying means and what cancelling costs', async () => {
    serveBooking()
    renderBooking('/booking/payment', storeWith(saved))
    const form = (await screen.findByRole('button', { name: 'Make payment' })).closest('form')
    const inForm = within(form as HTMLElement)
    const links = ['terms and conditions', 'what cancelling costs'].map((name) =>
      inForm.getByRole('link', { name: new RegExp(`^${name}`) }),
    )
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/terms',
      '/cancellation-protection',
    ])
    // The payment page stays open.
    for (const link of links) expect(link).toHaveAttribute('target', '_blank')
  })

  it('[PAY-08] [FORM-32] checks a billing address only when it differs', async () => {
    const requests = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    const box = screen.getByRole('checkbox', {
      name: 'My billing address is different from my home address',
    })
    expect(box).not.toBeChecked()
    await typeCard()
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    for (const wrong of ['your address', 'your town', 'your county', 'a valid postcode'])
      expect(screen.getByText(`Please enter ${wrong}`)).toBeVisible()
    expect(posts(requests, '/api/prepayment')).toEqual([])
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(posts(requests, '/api/prepayment')).toHaveLength(1))
  })

  it('puts on the receipt what the price includes', async () => {
    const priceNotes = ['15% off with your code words']
    serveBooking({
      '/api/book': ok(bookAnswer({ priceNotes })),
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    const { store, opened } = renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(store.getState().booking.receipt?.lines[0]).toMatchObject({ notes: priceNotes })
  })

  it('[PAY-19] pays exactly what is shown, once, and sends the card only encrypted', async () => {
    const requests = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    const { store, opened } = renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    const [form, ...more] = posts(requests, '/api/prepayment')
    expect(more).toEqual([])
    expect(form).toMatchObject({
      bookId: '7K3QX-9F2MA',
      paymentOption: 'deposit',
      paymentMethod: 'worldpay',
      expectedAmount: '80.00',
      quoteHash: 'h1',
    })
    expect(form?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    const [sent, ...again] = posts(requests, '/api/postpayment')
    expect(again).toEqual([])
    expect(sent).toMatchObject({
      paymntRecId: 'P1',
      action: 'authorise',
      dfReferenceId: 'S1',
      windowSize: '390x400',
      billingDifferent: 'N',
    })
    expect(sent?.encryptedData?.split('.')).toHaveLength(5)
    const everything = JSON.stringify([requests, store.getState(), Object.entries(sessionStorage)])
    expect(everything).not.toContain('4000000000001091')
    expect(everything).not.toContain('Ms P Raman')
    expect(store.getState().booking).toMatchObject({
      confirmationId: '7K3QX-9F2MA',
      receipt: { paidNow: 8000, total: 34900, outstanding: 26900 },
    })
  })

  it('collects device data while the card is typed, so that nobody waits for it after the click', async () => {
    const requests = serveBooking({
      '/api/devicedata': ok(worldpay),
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    const { opened } = renderBooking('/booking/payment', storeWith(saved))
    const pay = await screen.findByRole('button', { name: 'Make payment' })
    const collected = vi.mocked(HTMLFormElement.prototype.submit)
    await userEvent.click(screen.getByLabelText('Card number'))
    await userEvent.paste('4000 0000 0000 1092') // mistyped
    expect(requests.map(({ path }) => path)).not.toContain('/api/devicedata')
    await userEvent.clear(screen.getByLabelText('Card number'))
    await typeCard()
    await waitFor(() => expect(collected).toHaveBeenCalledOnce())
    await userEvent.click(pay)
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(collected).toHaveBeenCalledOnce()
    expect(posts(requests, '/api/postpayment')[0]?.dfReferenceId).toBe('S1')
  })

  it('[ANLY-03] [ANLY-13] [ANLY-14] tells analytics what is paid for: amounts, party, code and each booked extra', async () => {
    const events = recordEvents({ cardForm: true })
    serveBooking({
      '/api/getextras': ok({
        extras: extras.map((extra) => ({ ...extra, value: extra.code === 'LIN' ? 2 : 0 })),
        showDiscountBox: 'true',
      }),
      '/api/book': ok(
        bookAnswer({
          party: { adults: 2, children: 1, under5s: 1, partySize: 3, petFriendly: 'N' },
        }),
      ),
      '/api/getdeposit': ok(
        deposit({ type: 'discount', discountCode: 'SPRING20', discountValue: -20 }),
      ),
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    const { opened } = renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    // The next document has no card form.
    startAnalytics('accepted')
    const items = [
      {
        item_id: 'HV101-G3.20651.3.34900',
        item_name: 'Skerry',
        item_category: 'ukcaravan',
        price: 349,
        quantity: 1,
        adults: 2,
        children: 1,
        infants: 1,
      },
      { name: 'Bed linen', value: 2, cost: 12, totalCost: 24 },
    ]
    expect(events('add_payment_info', 'purchase')).toEqual([
      { event: 'add_payment_info', currency: 'GBP', value: 80, items, coupon: 'SPRING20' },
      {
        event: 'purchase',
        transaction_id: '7K3QX-9F2MA',
        value: 349,
        depositAmount: 80,
        bookingType: 'new-booking',
        nights: 3,
        coupon: 'SPRING20',
        items,
      },
    ])
  })

  it.each([
    [
      '[PAY-25] [PAYFAIL-12]',
      '/api/prepayment',
      'There was an error while loading required payment information for your booking. Please try again.',
    ],
  ])(
    '%s keeps the card and offers another try when the payment cannot be prepared',
    async (_, path, text) => {
      const requests = serveBooking({ [path]: 'no answer' })
      renderBooking('/booking/payment', storeWith(saved))
      await screen.findByRole('button', { name: 'Make payment' })
      await typeCard()
      await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
      expect(await screen.findByText(text)).toBeVisible()
      expect(screen.getByLabelText('Card number')).toHaveValue('4000 0000 0000 1091')
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
      await waitFor(() => expect(posts(requests, path)).toHaveLength(2))
    },
  )

  it('shows no message in the emptied form while the page is left', async () => {
    let leave: (outcome: undefined) => void = () => {}
    const left = new Promise<undefined>((resolve) => (leave = resolve))
    function Page() {
      const card = useCard('2026-11-21')
      const form = useForm(() => {
        const typed = card.read()
        if ('errors' in typed) return { fields: typed.errors }
        card.clear()
        return left
      }, card.errors)
      return (
        <form {...form.attributes}>
          <CardForm card={card} form={form} onNumber={() => {}} />
          <button>Pay</button>
        </form>
      )
    }
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
    expect(screen.getAllByText(/^Please enter/)).not.toHaveLength(0)
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
    expect(screen.getByLabelText('Card number')).toHaveValue('')
    expect(screen.queryByText(/^Please enter/)).not.toBeInTheDocument()
    await act(async () => leave(undefined))
    expect(screen.queryByText(/^Please enter/)).not.toBeInTheDocument()
  })

  it('[PAY-27] says that the form failed when the card cannot be encrypted', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay: { ...worldpay, csePublicKey: 'none' } })),
    })
    renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(
      await screen.findByText('There was an error while submitting the form. Please try again.'),
    ).toBeVisible()
  })

  it('confirms a booking without a card when there is nothing to pay', async () => {
    const voucher = quote({
      discount: '349.00',
      discountType: 'voucher',
      total: '0.00',
      payNowFull: '0.00',
      paidWithFullVoucher: true,
    })
    const requests = serveBooking({
      '/api/getdeposit': ok(
        deposit({
          deposit: '',
          compulsoryDeposit: undefined,
          discountCode: 'V1',
          discountValue: -349,
          quote: voucher,
        }),
      ),
      '/api/postpayment': authorised,
    })
    const { opened } = renderBooking('/booking/payment', storeWith(saved))
    expect(await screen.findByText(/There is nothing left to pay/)).toBeVisible()
    expect(screen.queryByText(/You must pay in full/)).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm payment of £0' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/prepayment')[0]).toMatchObject({
      paymentMethod: 'voucher',
      expectedAmount: '0.00',
    })
    expect(posts(requests, '/api/postpayment')).toEqual([
      { paymntRecId: 'P1', bookId: '7K3QX-9F2MA', action: 'confirm' },
    ])
  })

  it('[PAY-21] says that the holiday is gone and removes it from the results', async () => {
    const text =
      'Sorry, this holiday is no longer available. Please try searching for another holiday'
    serveBooking({ '/api/prepayment': refusal(409, 'UNIT_UNAVAILABLE', text) })
    const { store } = renderBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Gannet Sands' })).toHaveAttribute(
      'href',
      `${params.parkBookingUrl}#prices`,
    )
    expect(store.getState().searchResults.unavailableUnitIds).toEqual([params.unitId])
    expect(store.getState().booking.bookingId).toBeUndefined()
  })
})

describe('a payment towards an existing booking', () => {
  it('[MINE-19] shows at the field, after Enter, that an amount cannot be paid, and starts nothing', async () => {
    const requests = serveBooking()
    const { store } = renderBooking('/booking/payment', existingBookingStore())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    await userEvent.clear(amount)
    await userEvent.type(amount, '500{Enter}')
    const text = 'Please enter an amount between £10 and £162'
    expect(amount).toHaveAccessibleDescription(expect.stringContaining(text))
    expect(amount).toHaveFocus()
    expect(store.getState().booking.customBookingPaymentErr).toBe(text)
    expect(posts(requests, '/api/prepayment')).toEqual([])
  })

  it('has all of the balance in the field at first, and pays nothing when the field is emptied', async () => {
    const requests = serveBooking()
    renderBooking('/booking/payment', existingBookingStore())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    expect(amount).toHaveValue('162.00')
    expect(screen.getAllByText('To pay today:')[0]?.parentElement).toHaveTextContent('£162')
    await userEvent.clear(amount)
    expect(screen.queryByText('To pay today:')).not.toBeInTheDocument()
    await typeCard('4444333322221111')
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(amount).toHaveAccessibleDescription(/Please enter an amount between £10 and £162/)
    expect(amount).toHaveFocus()
    expect(posts(requests, '/api/prepayment')).toEqual([])
  })

  it('[AMT-02] names every line of the breakdown with its amount', async () => {
    serveBooking()
    renderBooking('/booking/payment', existingBookingStore())
    const sums = await screen.findByRole('region', { name: 'Price breakdown' })
    const lines = within(sums)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(lines).toEqual([
      'Accommodation Price: £349',
      'Bed linen × 4: £48',
      'Travel cot × 1: £15',
      'Discount (SPRING20): −£20',
      'Total cost: £392',
      'Amount paid: £230',
      'Outstanding amount to pay: £162',
      'To pay today: £162',
    ])
  })

  it('[MINE-01] [MINE-19] takes an amount between the limits and starts nothing outside them', async () => {
    const requests = serveBooking()
    renderBooking('/booking/payment', existingBookingStore())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    await userEvent.clear(amount)
    await userEvent.type(amount, '500')
    await userEvent.tab()
    expect(amount).toHaveAccessibleDescription(/Please enter an amount between £10 and £162/)
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(posts(requests, '/api/prepayment')).toEqual([])
    const sums = within(screen.getByRole('region', { name: 'Price breakdown' }))
    expect(sums.getByText('Outstanding amount to pay').parentElement).toHaveTextContent('£162')
  })

  it('[MINE-11] [ANLY-15] pays it, says that the payment has been received, and tells analytics of the top-up and of the purchase', async () => {
    const sent = recordEvents({ cardForm: true })
    const requests = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay, amount: '50.00' })),
      '/api/postpayment': ok({
        status: 'authorised',
        confirmationId: '7K3QX-9F2MA',
        amountPaid: '50.00',
      }),
    })
    const { opened, store } = renderBooking('/booking/payment', existingBookingStore())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    await userEvent.clear(amount)
    await userEvent.type(amount, '50')
    await typeCard('4444333322221111')
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(requests, '/api/prepayment')[0]).toMatchObject({
      paymentOption: 'topup',
      topUpAmount: '50.00',
      expectedAmount: '50.00',
    })
    expect(store.getState().booking.receipt).toMatchObject({
      paidNow: 5000,
      paid: 28000,
      outstanding: 11200,
    })
    startAnalytics('accepted')
    expect(sent('top_up_payment', 'purchase')).toMatchObject([
      { event: 'top_up_payment', bookingId: '7K3QX-9F2MA', topUpAmount: 50 },
      {
        event: 'purchase',
        transaction_id: '7K3QX-9F2MA-2',
        bookingType: 'existing-booking',
        value: 50,
        depositAmount: 0,
      },
    ])
  })
})
