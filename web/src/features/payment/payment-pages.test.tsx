import { generateKeyPairSync } from 'node:crypto'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bookAnswer,
  deposit,
  existingBooking,
  params,
  prepayment,
  quote,
  refusal,
  serveBooking,
} from '../../test/bookings'
import { drawBooking, storeWith } from '../../test/booking-pages'
import { readyStore } from '../../test/render'
import { initData } from '../../test/catalogue'
import { ok } from '../../test/server'
import { acceptAnalytics } from '../analytics'
import { loadBooking } from '../booking'
import { CardForm, type CardFormHandle } from './CardForm'
import { prePaymentCall } from './calls'
import { settle } from './pay'
import { takeCard } from './card-in-hand'

const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
const hex = (part: string | undefined) => Buffer.from(part ?? '', 'base64url').toString('hex')
const worldpay = {
  csePublicKey: `1#${hex(jwk.e)}#${hex(jwk.n)}`,
  ddcUrl: 'https://ddc.example/collect',
  ddcJwt: 'jwt',
}

const saved = {
  booking: {
    parkName: 'Gannet Sands',
    parkBookingUrl: params.parkBookingUrl,
    stepsCompleted: ['EXTRAS', 'DETAILS'],
  },
}
const paying = {
  booking: { ...saved.booking, stepsCompleted: ['EXTRAS', 'DETAILS', 'PAYMENT'] },
  payment: { paymntRecId: 'P1', paymntUsed: 'worldpay' },
}
const authorised = ok({ status: 'authorised', confirmationId: '7K3QX-9F2MA', amountPaid: '80.00' })
const REFUSED =
  'There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.'
const UNKNOWN =
  'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'

// The data collection's frame cannot load here: its answer is given as the frame would give it.
beforeEach(() => {
  takeCard('')
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(
    this: HTMLFormElement,
  ) {
    const frame = document.querySelector<HTMLIFrameElement>(`iframe[name="${this.target}"]`)
    window.dispatchEvent(
      new MessageEvent('message', {
        origin: 'https://ddc.example',
        source: frame?.contentWindow,
        data: '{"MessageType":"profile.completed","SessionId":"S1","Status":true}',
      }),
    )
  })
})

const posts = (asked: { path: string; form: Record<string, string> }[], path: string) =>
  asked.filter((each) => each.path === path).map(({ form }) => form)

async function typeCard(number = '4000 0000 0000 1091') {
  for (const [label, text] of [
    ['Card number', number],
    ['Expiration date', '09/29'],
    ['Security number', '123'],
    ['Name on card', 'Ms P Raman'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- a visitor fills one field after the other
    await userEvent.click(screen.getByLabelText(label))
    // oxlint-disable-next-line no-await-in-loop
    await userEvent.paste(text)
  }
}

describe('payment options', () => {
  it('[PAY-01] [PAY-02] [PAY-03] offers all or a deposit, with what each asks for', async () => {
    serveBooking()
    const { container } = drawBooking('/booking/payment', storeWith(saved))
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
    const { violations } = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })

  it('[PAY-04] says that all must be paid where no deposit is allowed', async () => {
    serveBooking({
      '/api/getdeposit': ok(deposit({ deposit: '', compulsoryDeposit: undefined, dueDate: '' })),
    })
    drawBooking('/booking/payment', storeWith(saved))
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
  ])('%s names who gets the balance of a compulsory deposit: %s', async (_, channelId, when) => {
    serveBooking({
      '/api/book': ok(bookAnswer({ channelId })),
      '/api/getdeposit': ok(deposit({ compulsoryDeposit: 1, dueDate: '' })),
    })
    drawBooking('/booking/payment', storeWith(saved))
    expect(
      await screen.findByText(
        `You will pay a deposit now and the balance will be payable direct to the park operator ${when}`,
      ),
    ).toBeVisible()
    expect(screen.queryByRole('radio', { name: /^Full Payment/ })).not.toBeInTheDocument()
  })
})

describe('card form', () => {
  it('[FORM-31] [PAY-07] names what is wrong and sends nothing', async () => {
    const asked = serveBooking()
    drawBooking('/booking/payment', storeWith(saved))
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
    expect(posts(asked, '/api/prepayment')).toEqual([])
  })

  it('[PAY-08] [FORM-32] checks a billing address only when it is another one', async () => {
    const asked = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    drawBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    const box = screen.getByRole('checkbox', {
      name: 'My billing address is different from my home address',
    })
    expect(box).not.toBeChecked()
    await typeCard()
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(screen.getByText('Please enter your town')).toBeVisible()
    expect(posts(asked, '/api/prepayment')).toEqual([])
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(posts(asked, '/api/prepayment')).toHaveLength(1))
  })

  it('[PAY-10] [PAY-19] pays exactly what is shown, once, and the card is nowhere but encrypted', async () => {
    const asked = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': authorised,
    })
    const { store, opened } = drawBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    const [form, ...more] = posts(asked, '/api/prepayment')
    expect(more).toEqual([])
    expect(form).toMatchObject({
      bookId: '7K3QX-9F2MA',
      paymentOption: 'deposit',
      paymentMethod: 'worldpay',
      expectedAmount: '80.00',
      quoteHash: 'h1',
    })
    expect(form?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    const [sent, ...again] = posts(asked, '/api/postpayment')
    expect(again).toEqual([])
    expect(sent).toMatchObject({
      paymntRecId: 'P1',
      action: 'authorise',
      dfReferenceId: 'S1',
      windowSize: '390x400',
      billingDifferent: 'N',
    })
    expect(sent?.encryptedData?.split('.')).toHaveLength(5)
    const everything = JSON.stringify([asked, store.getState(), Object.entries(sessionStorage)])
    expect(everything).not.toContain('4000000000001091')
    expect(everything).not.toContain('Ms P Raman')
    expect(store.getState().booking).toMatchObject({
      confirmationId: '7K3QX-9F2MA',
      receipt: { paidNow: 8000, total: 34900, outstanding: 26900 },
    })
  })

  it.each([
    [
      '[PAY-25]',
      '/api/prepayment',
      'There was an error while loading required payment information for your booking. Please try again.',
    ],
  ])(
    '%s keeps the card and offers another try when the payment cannot be prepared',
    async (_, path, text) => {
      const asked = serveBooking({ [path]: 'no answer' })
      drawBooking('/booking/payment', storeWith(saved))
      await screen.findByRole('button', { name: 'Make payment' })
      await typeCard()
      await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
      expect(await screen.findByText(text)).toBeVisible()
      expect(screen.getByLabelText('Card number')).toHaveValue('4000 0000 0000 1091')
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
      await waitFor(() => expect(posts(asked, path)).toHaveLength(2))
    },
  )

  it('shows no message in the emptied form while the page is left', async () => {
    const handle: { current: CardFormHandle | null } = { current: null }
    render(<CardForm handle={handle} today="2026-11-21" />)
    await typeCard()
    act(() => expect(handle.current?.submit()).toBeDefined())
    act(() => handle.current?.clear())
    expect(screen.getByLabelText('Card number')).toHaveValue('')
    expect(screen.queryByText(/^Please enter/)).not.toBeInTheDocument()
  })

  it('[PAY-27] says so when the card cannot be encrypted', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay: { ...worldpay, csePublicKey: 'none' } })),
    })
    drawBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(
      await screen.findByText('There was an error while submitting the form. Please try again.'),
    ).toBeVisible()
  })

  it('confirms a booking with nothing to pay without a card', async () => {
    const voucher = quote({
      discount: '349.00',
      discountType: 'voucher',
      total: '0.00',
      payNowFull: '0.00',
      paidWithFullVoucher: true,
    })
    const asked = serveBooking({
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
    const { opened } = drawBooking('/booking/payment', storeWith(saved))
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm payment of £0' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(asked, '/api/prepayment')[0]).toMatchObject({
      paymentMethod: 'voucher',
      expectedAmount: '0.00',
    })
    expect(posts(asked, '/api/postpayment')).toEqual([
      { paymntRecId: 'P1', bookId: '7K3QX-9F2MA', action: 'confirm' },
    ])
  })

  it('[PAY-21] says that the holiday is gone and takes it out of the results', async () => {
    const text =
      'Sorry, this holiday is no longer available. Please try searching for another holiday'
    serveBooking({ '/api/prepayment': refusal(409, 'UNIT_UNAVAILABLE', text) })
    const { store } = drawBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Gannet Sands' })).toHaveAttribute(
      'href',
      params.parkBookingUrl,
    )
    expect(store.getState().searchResults.unavailableUnitIds).toEqual([params.unitId])
    expect(store.getState().booking.bookingId).toBeUndefined()
  })
})

describe('payment action', () => {
  it('[PAY-13] [PAY-17] keeps the MAC, hands the signed result on and clears the address', async () => {
    const asked = serveBooking({ '/api/postpayment': authorised })
    const query =
      'orderKey=A%5EB%5EC&paymentStatus=AUTHORISED&paymentAmount=8000&paymentCurrency=GBP&mac2=abc'
    const { opened, router } = drawBooking(`/booking/payment-action?${query}`, storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(asked, '/api/postpayment')).toEqual([
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

  it('[PAY-23] [PAY-24] never says that nothing was taken while nobody knows, and only asks again', async () => {
    let down = true
    const asked = serveBooking({
      '/api/postpayment': () => (down ? { status: 502, body: 'bad gateway' } : authorised),
    })
    const { opened } = drawBooking('/booking/payment-action', storeWith(paying))
    expect(await screen.findByText(UNKNOWN)).toBeVisible()
    expect(screen.queryByText(/No payment has been taken/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByRole('button', { name: 'Retry' })
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(
      posts(asked, '/api/postpayment').map(({ action, paymntRecId }) => `${action} ${paymntRecId}`),
    ).toEqual(['recall P1', 'status P1', 'status P1', 'status P1'])
    expect(posts(asked, '/api/prepayment')).toEqual([])
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
    const { path, store } = drawBooking('/booking/payment-action', storeWith(paying))
    expect(await screen.findByText(text)).toBeVisible()
    expect(path()).toBe('/booking/payment')
    expect(screen.getByLabelText('Card number')).toHaveValue('')
    expect(store.getState().payment.paymntRecId).toBeUndefined()
  })

  it('shows the bank’s page in a frame of its own', async () => {
    const challenge = {
      url: 'https://bank.example/challenge',
      jwt: 'J',
      md: 'M',
      width: 390,
      height: 400,
    }
    serveBooking({ '/api/postpayment': ok({ status: 'challenge', challenge }) })
    const receipt = {
      lines: [],
      extras: [],
      total: 34900,
      paidNow: 8000,
      paid: 8000,
      outstanding: 26900,
      party: [],
    }
    const store = storeWith({ ...paying, booking: { ...paying.booking, receipt } })
    drawBooking('/booking/payment-action', store)
    const frame = await screen.findByTitle('Security check by your bank')
    expect(frame).toHaveAttribute('height', '400')
    expect(screen.getByText(/To pay today/)).toHaveTextContent('To pay today: £80')
    const form = document.querySelector<HTMLFormElement>('form[target="bank"]')
    expect(form?.action).toBe('https://bank.example/challenge')
    expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ JWT: 'J', MD: 'M' })
  })

  it('asks again while the result is awaited', async () => {
    const answers = [
      ok({ status: 'pending', pollAfterMs: 5 }),
      ok({ status: 'pending', pollAfterMs: 5 }),
      authorised,
    ]
    const asked = serveBooking({ '/api/postpayment': () => answers.shift() ?? authorised })
    const { opened } = drawBooking('/booking/payment-action', storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(asked, '/api/postpayment').map(({ action }) => action)).toEqual([
      'recall',
      'status',
      'status',
    ])
  })

  it.each(['/booking/payment-action', '/booking/payment'])(
    'takes back at a load of %s what was never sent, and lets the visitor pay anew',
    async (path) => {
      const asked = serveBooking({
        '/api/prepayment': ok(prepayment({ paymntRecId: 'P2', worldpay })),
        '/api/postpayment': ({ form }) =>
          form.action === 'authorise' ? authorised : refusal(402, 'PAYMENT_REFUSED', REFUSED),
      })
      const { opened } = drawBooking(path, storeWith(paying))
      expect(await screen.findByText(REFUSED)).toBeVisible()
      await typeCard()
      await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
      await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
      expect(
        posts(asked, '/api/postpayment').map(
          ({ action, paymntRecId }) => `${action} ${paymntRecId}`,
        ),
      ).toEqual(['recall P1', 'authorise P2'])
    },
  )

  it('sends a card that never arrived once more, under the same attempt', async () => {
    const answers = ['no answer', ok({ status: 'pending', pollAfterMs: 5 }), authorised] as const
    let next = 0
    const asked = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay })),
      '/api/postpayment': () => answers[next++] ?? authorised,
    })
    const { opened } = drawBooking('/booking/payment', storeWith(saved))
    await screen.findByRole('button', { name: 'Make payment' })
    await typeCard()
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    const sent = posts(asked, '/api/postpayment')
    expect(sent.map(({ action, paymntRecId }) => `${action} ${paymntRecId}`)).toEqual([
      'authorise P1',
      'status P1',
      'authorise P1',
    ])
    expect(sent[2]?.encryptedData).toBe(sent[0]?.encryptedData)
    expect(posts(asked, '/api/prepayment')).toHaveLength(1)
  })

  it('leads back to it from an earlier step while the payment is under way', async () => {
    serveBooking({ '/api/postpayment': 'no answer' })
    const { opened } = drawBooking('/booking/extras', storeWith(paying))
    await waitFor(() => expect(opened).toEqual(['/booking/payment-action']))
  })
})

const existing = () => {
  const store = readyStore(initData())
  store.dispatch(loadBooking(existingBooking()))
  return store
}

describe('payment towards an existing booking', () => {
  it('[MINE-01] [MINE-19] takes an amount between the limits and starts nothing outside them', async () => {
    const asked = serveBooking()
    drawBooking('/booking/payment', existing())
    const amount = await screen.findByLabelText('Enter amount to pay (£)')
    await userEvent.type(amount, '500')
    await userEvent.tab()
    expect(amount).toHaveAccessibleDescription(/Please enter an amount between £10 and £162/)
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    expect(posts(asked, '/api/prepayment')).toEqual([])
    const sums = within(screen.getByRole('region', { name: 'Price breakdown' }))
    expect(sums.getByText('Outstanding amount to pay').parentElement).toHaveTextContent('£162')
  })

  it('[MINE-11] pays it and says that the payment has been received', async () => {
    const asked = serveBooking({
      '/api/prepayment': ok(prepayment({ worldpay, amount: '50.00' })),
      '/api/postpayment': ok({
        status: 'authorised',
        confirmationId: '7K3QX-9F2MA',
        amountPaid: '50.00',
      }),
    })
    const { opened, store } = drawBooking('/booking/payment', existing())
    await userEvent.type(await screen.findByLabelText('Enter amount to pay (£)'), '50')
    await typeCard('4444333322221111')
    await userEvent.click(screen.getByRole('button', { name: 'Make payment' }))
    await waitFor(() => expect(opened).toEqual(['/booking/confirmation']))
    expect(posts(asked, '/api/prepayment')[0]).toMatchObject({
      paymentOption: 'topup',
      topUpAmount: '50.00',
      expectedAmount: '50.00',
    })
    expect(store.getState().booking.receipt).toMatchObject({
      paidNow: 5000,
      paid: 28000,
      outstanding: 11200,
    })
  })
})

describe('confirmation', () => {
  const receipt = {
    lines: [],
    extras: [],
    total: 34900,
    paidNow: 8000,
    paid: 8000,
    outstanding: 26900,
    party: [],
  }
  const confirmed = {
    confirmationId: '7K3QX-9F2MA',
    bookingId: undefined,
    receipt,
    parkName: 'Gannet Sands',
  }

  it('[BOOK-14] [BOOK-15] [BOOK-17] names reference, stay and where the letter went', async () => {
    serveBooking()
    drawBooking('/booking/confirmation', storeWith({ booking: confirmed }))
    expect(
      await screen.findByRole('heading', { name: 'Your holiday booking has been confirmed!' }),
    ).toBeVisible()
    const ticket = within(screen.getByRole('region', { name: 'Your booking' }))
    expect(ticket.getByText('7K3QX-9F2MA')).toBeVisible()
    expect(ticket.getByText('Fri 17 Jul 2026')).toBeVisible()
    expect(ticket.getByText('Mon 20 Jul 2026')).toBeVisible()
    expect(ticket.getByText(/^3 night stay/)).toBeVisible()
    expect(
      screen.getByText('Confirmation of your holiday booking has been emailed to you.'),
    ).toBeVisible()
  })

  it('[BOOK-16] [BOOK-18] prints the reference and leads on', async () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    serveBooking()
    drawBooking('/booking/confirmation', storeWith({ booking: confirmed }))
    await userEvent.click(
      (await screen.findAllByRole('button', { name: 'Print booking reference' }))[0] as HTMLElement,
    )
    expect(print).toHaveBeenCalledOnce()
    expect(screen.getByRole('link', { name: /^Find and Book Attractions/ })).toHaveAttribute(
      'href',
      'https://attractions.example/MT',
    )
    expect(screen.getByRole('link', { name: 'Book Another Holiday' })).toHaveAttribute('href', '/')
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my-account')
  })

  it.each([
    ['new-booking', () => storeWith(paying), '7K3QX-9F2MA'],
    ['existing-booking', () => existing(), '7K3QX-9F2MA-2'],
  ])('[BOOK-54] sends one purchase event of a %s', async (bookingType, begin, transaction) => {
    document.cookie = 'acceptSiteCookies=true; Path=/'
    sessionStorage.clear()
    acceptAnalytics()
    window.dataLayer = []
    serveBooking({ '/api/postpayment': authorised })
    const store = begin()
    store.dispatch(prePaymentCall.success(prepayment(), { id: 'x', attempt: 1, params: {} }))
    await store.dispatch(settle({ action: 'status' }))
    const purchases = () =>
      (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event === 'purchase')
    expect(purchases()).toEqual([])
    const first = drawBooking('/booking/confirmation', store)
    await screen.findByText('Your booking reference', { selector: '.caption' })
    expect(purchases()).toMatchObject([{ bookingType, transaction_id: transaction }])
    first.unmount()
    drawBooking('/booking/confirmation', store)
    await screen.findByText('Your booking reference', { selector: '.caption' })
    expect(purchases()).toHaveLength(1)
    document.cookie = 'acceptSiteCookies=; Max-Age=0; Path=/'
  })

  it('[BOOK-14] [BOOK-17] has its own words for a payment towards a booking', async () => {
    serveBooking()
    drawBooking('/booking/confirmation', storeWith({ booking: { ...confirmed, type: 'existing' } }))
    expect(
      await screen.findByRole('heading', { name: 'Your payment has been received' }),
    ).toBeVisible()
    expect(
      screen.getByText('Confirmation of your holiday payment has been emailed to you.'),
    ).toBeVisible()
  })
})
