import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Outlet } from '../../router'
import { describe, expect, it } from 'vitest'
import { existingBooking, prepayment, refusal, serveBooking } from '../../test/bookings'
import { reloadsWhenShown, renderBooking } from '../../test/booking-pages'
import { renderWithStore, readyStore } from '../../test/render'
import { scrollTo } from '../../test/screen'
import { initData } from '../../test/catalogue'
import { details } from '../../test/parks'
import { ok } from '../../test/server'
import { holdAnswers } from '../../test/held-server'
import { Header } from '../header'
import { LoginPage } from './LoginPage'
import { LookupForm } from './LookupForm'
import { setPreviousBooking } from './previous-booking-slice'

async function fill(bookingId: string, surname: string, postcode: string) {
  await userEvent.type(await screen.findByLabelText('Booking Reference'), bookingId)
  await userEvent.type(screen.getByLabelText('Surname'), surname)
  await userEvent.type(screen.getByLabelText('Postcode'), postcode)
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }))

function storeWithBooking(changes: Parameters<typeof existingBooking>[0] = {}) {
  const store = readyStore(initData())
  store.dispatch(setPreviousBooking(existingBooking(changes)))
  return store
}

it('My Booking is loaded again when Back restores the page from memory', async () => {
  serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
  renderBooking('/my-booking', storeWithBooking())
  await screen.findByRole('heading', { name: 'My Booking' })
  expect(reloadsWhenShown({ persisted: false })).toBe(false)
  expect(reloadsWhenShown({ persisted: true })).toBe(true)
})

describe('a booking that My Holidays has opened', () => {
  it('is shown by the reference in the fragment, which leaves the address', async () => {
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
    const { path, store } = renderBooking('/my-booking#booking=7K3QX-9F2MA')
    expect(await screen.findByText('Gannet Sands')).toBeVisible()
    expect(path()).toBe('/my-booking')
    expect(store.getState().previousBooking.booking?.bookingId).toBe('7K3QX-9F2MA')
  })

  it('is looked up where this session has no access to it', async () => {
    serveBooking({ '/api/mybookings': ok({ bookings: [] }) })
    const { path } = renderBooking('/my-booking#booking=7K3QX-9F2MA', storeWithBooking())
    await waitFor(() => expect(path()).toBe('/login'))
  })

  it('is offered on /login where My Holidays is switched on', async () => {
    renderBooking('/login', readyStore(initData({ myHolidays: true })))
    const link = await screen.findByRole('link', { name: /all your bookings/ })
    expect(link).toHaveAttribute('href', '/my-holidays')
  })
})

it('a confirmed booking leads to its page to keep, where that is switched on', async () => {
  const shows = async (pocket: boolean, status: 'confirmed' | 'cancelled') => {
    const store = readyStore(initData({ pocket }))
    store.dispatch(setPreviousBooking(existingBooking({ status })))
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking({ status })] }) })
    const { unmount } = renderBooking('/my-booking', store)
    await screen.findByRole('heading', { name: 'My Booking' })
    const href = screen.queryByRole('link', { name: /page to keep/ })?.getAttribute('href')
    unmount()
    return href
  }
  expect(await shows(true, 'confirmed')).toBe('/pocket/7K3QX-9F2MA')
  expect(await shows(true, 'cancelled')).toBeUndefined()
  expect(await shows(false, 'confirmed')).toBeUndefined()
})

describe('the form that finds a booking', () => {
  it('[MINE-02] [MINE-12] [FORM-21] has three fields, checks them on submit and sends no wrong values', async () => {
    const requests = serveBooking()
    renderBooking('/login')
    expect(await screen.findByRole('heading', { name: 'My Booking' })).toBeVisible()
    const names = ['Booking Reference', 'Surname', 'Postcode'].map((label) =>
      screen.getByLabelText(label).getAttribute('name'),
    )
    expect(names).toEqual(['bookingId', 'surname', 'postcode'])
    await userEvent.type(screen.getByLabelText('Surname'), 'x{Backspace}')
    await userEvent.tab()
    expect(screen.queryByText('Please enter surname')).not.toBeInTheDocument()
    await submit()
    expect(screen.getByLabelText('Surname')).toHaveAccessibleDescription('Please enter surname')
    expect(requests).toEqual([])
  })

  it('[MINE-16] [MINE-17] posts the three fields, keeps the booking and shows it', async () => {
    const requests = serveBooking({ '/api/getMyBooking': ok(existingBooking()) })
    const { path, store } = renderBooking('/login')
    await fill('7k3qx-9f2ma', 'Raman', 'NR2 4TH')
    await submit()
    await waitFor(() => expect(path()).toBe('/my-booking'))
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/api/getMyBooking',
      query: {},
      form: { bookingId: '7k3qx-9f2ma', surname: 'Raman', postcode: 'NR2 4TH' },
    })
    expect(store.getState().previousBooking).toMatchObject({
      parkId: 'HV101',
      booking: { bookingId: '7K3QX-9F2MA' },
    })
    expect(await screen.findByText('Gannet Sands')).toBeVisible()
  })

  it('[MINE-04] [MINE-15] shows why it failed below the form and keeps what was typed', async () => {
    const text =
      'We could not find a booking with these details. Please check your booking reference, surname and postcode.'
    serveBooking({ '/api/getMyBooking': refusal(404, 'BOOKING_NOT_FOUND', text) })
    const { path, store } = renderBooking('/login')
    await fill('AAAAA', 'Raman', 'NR2 4TH')
    await submit()
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText('Booking Reference')).toHaveValue('AAAAA')
    expect(path()).toBe('/login')
    expect(store.getState().previousBooking).toEqual({})
  })

  it('[MINE-14] forgets an earlier card payment before the look-up', async () => {
    const store = readyStore(initData())
    const meta = { id: 'x', phase: 'SUCCESS', attempt: 1, params: {} }
    store.dispatch({ type: 'PRE_PAYMENT/SUCCESS', payload: prepayment(), meta: { request: meta } })
    expect(store.getState().payment.paymntRecId).toBe('P1')
    let before: unknown
    serveBooking({
      '/api/getMyBooking': () => {
        before = store.getState().payment
        return refusal(404, 'BOOKING_NOT_FOUND', 'no')
      },
    })
    renderBooking('/login', store)
    await fill('A', 'B', 'C')
    await submit()
    await waitFor(() => expect(before).toEqual({}))
  })
})

describe('the form in the header’s dialog', () => {
  function renderDialog(path = '/login') {
    const header = <Header renderLookup={(close) => <LookupForm onDone={close} />} />
    const page = { path: '/login', element: <LoginPage /> }
    const other = { path: '*', element: <p>Elsewhere</p> }
    return renderWithStore(
      [
        {
          element: (
            <>
              {header}
              <Outlet />
            </>
          ),
          children: [page, other],
        },
      ],
      {
        store: readyStore(initData()),
        path,
      },
    )
  }
  const openDialog = async () => {
    scrollTo(500)
    const [button] = screen.getAllByRole('button', { name: 'My Booking' })
    if (button) await userEvent.click(button)
    return screen.getByRole('dialog', { name: 'My Booking' })
  }

  it('[MINE-05] closes and opens the booking once it is found', async () => {
    serveBooking({ '/api/getMyBooking': ok(existingBooking()) })
    const { router, store } = renderDialog('/help')
    const dialog = within(await openDialog())
    await userEvent.type(dialog.getByLabelText('Booking Reference'), '7k3qx-9f2ma')
    await userEvent.type(dialog.getByLabelText('Surname'), 'Raman')
    await userEvent.type(dialog.getByLabelText('Postcode'), 'NR2 4TH')
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-booking'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(store.getState().previousBooking.booking?.bookingId).toBe('7K3QX-9F2MA')
  })

  it('opens no page when the dialog was closed before the answer', async () => {
    const server = holdAnswers()
    const { router, store } = renderDialog('/help')
    const dialog = within(await openDialog())
    for (const label of ['Booking Reference', 'Surname', 'Postcode'])
      await userEvent.type(dialog.getByLabelText(label), 'x')
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
    const late = server.pending('/api/getMyBooking')
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await late.answer(existingBooking())
    expect(router.state.location.pathname).toBe('/help')
    expect(store.getState().previousBooking).toEqual({})
  })

  it('shares no id with the form on /login beneath it', async () => {
    serveBooking()
    const { container } = renderDialog()
    await openDialog()
    for (const button of screen.getAllByRole('button', { name: 'Submit', hidden: true }))
      await userEvent.click(button)
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(screen.getAllByLabelText('Surname')).toHaveLength(2)
  })
})

describe('the form that sends the references', () => {
  const email = () => screen.getByLabelText('Email address')

  it.each([
    ['', 'Please enter your email address'],
    ['priya@', 'Please enter a valid email address'],
  ])('with the address "%s" reads out what is wrong and sends nothing', async (typed, message) => {
    const requests = serveBooking()
    renderBooking('/reset')
    await userEvent.type(await screen.findByLabelText('Email address'), `${typed}{Enter}`)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
    expect(email()).toHaveAccessibleErrorMessage(message)
    expect(email()).toHaveFocus()
    expect(requests).toEqual([])
  })

  it('cleans the address, and says that it was sent or why not', async () => {
    const sent = 'If we have a booking for that email address, we have sent its reference.'
    const answers = [ok({}), refusal(429, 'RATE_LIMITED', 'Too many requests.')]
    const requests = serveBooking({ '/api/resetbooking': () => answers.shift() ?? 'no answer' })
    renderBooking('/reset')
    await userEvent.type(await screen.findByLabelText('Email address'), ' priya@mail.example ')
    await submit()
    expect(await screen.findByText(sent)).toBeVisible()
    expect(requests[0]?.form).toEqual({ email: 'priya@mail.example' })
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.')
    expect(screen.queryByText(sent)).toBeNull()
    expect(email()).toHaveValue('priya@mail.example')
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveFocus()
  })
})

describe('the page My Booking', () => {
  it('[MINE-06] [ROUTE-05] shows reference, stay and what is outstanding', async () => {
    const bought = { petFriendly: 'Y', dogs: 2, checkIn: '4pm', checkOut: 'midday' }
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(bought)] }) })
    renderBooking('/my-booking', storeWithBooking(bought))
    expect(await screen.findByText('Holiday Booking Ref')).toBeVisible()
    const texts = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(texts).toEqual([
      'Check In: Fri 17th Jul 2026from 4pm',
      'Check Out: Mon 20th Jul 2026by midday',
      'Nights: 3',
      'Your Party: 2 adults, 2 children, 2 dogs',
      'Holiday Booking Ref: 7K3QX-9F2MA',
      'Outstanding Amount: £162',
      'Accommodation Price: £349',
      'Bed linen × 4: £48',
      'Travel cot × 1: £15',
      'Discount (SPRING20): −£20',
      'Total cost: £392',
    ])
  })

  it('has the address, directions and a calendar file, unless the booking is cancelled', async () => {
    const park = ok({ park: details })
    serveBooking({
      '/api/mybookings': ok({ bookings: [existingBooking()] }),
      '/api/parkdetails': park,
    })
    const texts = renderBooking('/my-booking', storeWithBooking())
    expect(await screen.findByRole('link', { name: /^Get directions/ })).toHaveAttribute(
      'href',
      expect.stringContaining('destination=50.1%2C-5.1'),
    )
    expect(screen.getByText(details.address)).toBeVisible()
    const file = screen.getByRole('link', { name: 'Add to calendar' })
    expect(file).toHaveAttribute('download', 'holiday-7K3QX-9F2MA.ics')
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain(
      'DTSTART;VALUE=DATE:20260717\r\nDTEND;VALUE=DATE:20260721',
    )
    texts.unmount()
    const cancelled = existingBooking({ status: 'cancelled' })
    const requests = serveBooking({
      '/api/mybookings': ok({ bookings: [cancelled] }),
      '/api/parkdetails': park,
    })
    renderBooking('/my-booking', storeWithBooking({ status: 'cancelled' }))
    expect(await screen.findByText('Cancelled')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Get directions/ })).toBeNull()
    expect(requests, 'nothing is loaded for the way there').toEqual([])
  })

  it('says what the park asks of its guests: the rules of the booking and its own text', async () => {
    const rules = ['Please arrive by 10pm.']
    serveBooking({
      '/api/mybookings': ok({ bookings: [existingBooking({ rules })] }),
      '/api/parkdetails': ok({ park: { ...details, importantInfo: '<p>Dogs on a lead.</p>' } }),
    })
    renderBooking('/my-booking', storeWithBooking({ rules }))
    expect(await screen.findByRole('heading', { name: 'Before you travel' })).toBeVisible()
    expect(screen.getByText('Please arrive by 10pm.')).toBeVisible()
    expect(await screen.findByText('Dogs on a lead.')).toBeVisible()
  })

  it('has nothing to pay for a cancelled booking', async () => {
    const refunded = { status: 'cancelled', amountPaid: '0.00', outstanding: '392.00' } as const
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(refunded)] }) })
    renderBooking('/my-booking', storeWithBooking(refunded))
    const caption = await screen.findByText('Outstanding Amount')
    expect(caption.nextElementSibling).toHaveTextContent('£0')
    expect(screen.queryByRole('button', { name: 'Pay Holiday Balance' })).not.toBeInTheDocument()
    // How much of the price is paid is said of a holiday that takes place; the payments stay.
    expect(screen.queryByText('Total cost £392')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Payments made' })).toBeVisible()
  })

  it('says which refunds are under way, which have failed, and which were made', async () => {
    const answer = {
      status: 'cancelled',
      payments: [
        ...existingBooking().payments.slice(0, 1),
        { date: '14/01/2026', amount: '-30.00', method: 'card' },
        { date: '15/01/2026', amount: '25.00', method: 'elsewhere' },
        { date: '16/01/2026', amount: '-5.00', method: 'elsewhere' },
      ],
      refunds: [
        { amount: '50.00', method: 'card' },
        { amount: '20.50', method: 'wallet' },
        { amount: '10.00', method: 'card', failed: true },
      ],
    }
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(answer)] }) })
    renderBooking('/my-booking', storeWithBooking(answer))
    await screen.findByRole('heading', { name: 'Payments made' })
    for (const text of [
      'A refund of £50 to your card is under way. Your bank may need a few days to show it.',
      'A refund of £20.50 to your PayPal account is under way. PayPal may need a few days to show it.',
      'We could not return £10 to your card. Please call us about it.',
    ])
      expect(screen.getByText(text)).toBeVisible()
    const rows = screen.getAllByRole('row').slice(1, 5)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '12 Jan 2026Card£80',
      '14 Jan 2026Card, returned-£30',
      '15 Jan 2026Paid elsewhere£25',
      '16 Jan 2026Returned in another way than you paid-£5',
    ])
  })

  it.each([
    ['pending', 'so this booking is not confirmed yet. We keep the holiday for you meanwhile.'],
    ['confirmed', 'A payment for this booking is still being checked.'],
  ])(
    'says of a %s booking whose payment is being checked not to pay again, and offers no payment',
    async (status, text) => {
      const checked = { status, paymentPending: true }
      serveBooking({
        '/api/mybookings': ok({ bookings: [existingBooking(checked)] }),
        '/api/parkdetails': ok({ park: details }),
      })
      renderBooking('/my-booking', storeWithBooking(checked))
      const said = await screen.findByText(/Please do not pay again\.$/)
      expect(said).toHaveTextContent(text)
      expect(screen.queryByRole('button', { name: 'Pay Holiday Balance' })).not.toBeInTheDocument()
      expect(screen.queryAllByText('Payment pending')).toHaveLength(status === 'pending' ? 1 : 0)
      if (status === 'pending') expect(screen.queryByText('Add to calendar')).toBeNull()
      else expect(await screen.findByText('Add to calendar')).toBeVisible()
    },
  )

  it('loads the booking again when the visitor comes back while a payment is being checked', async () => {
    const checked = { status: 'pending', paymentPending: true }
    const answers = [checked, checked, { status: 'confirmed', paymentPending: false }]
    serveBooking({
      '/api/mybookings': () => ok({ bookings: [existingBooking(answers.shift())] }),
      '/api/parkdetails': ok({ park: details }),
    })
    renderBooking('/my-booking', storeWithBooking(checked))
    await screen.findByText(/Please do not pay again\.$/)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(screen.getByText(/Please do not pay again\.$/)).toBeVisible()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(screen.queryByText(/Please do not pay again\.$/)).toBeNull())
    expect(screen.getByRole('button', { name: 'Pay Holiday Balance' })).toBeVisible()
  })

  it('[MINE-07] says Paid. when nothing is outstanding, and offers no payment', async () => {
    const paid = { amountPaid: '392.00', outstanding: '0.00' }
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(paid)] }) })
    renderBooking('/my-booking', storeWithBooking(paid))
    expect(await screen.findByText('Paid.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay Holiday Balance' })).not.toBeInTheDocument()
  })

  it('names the company that provides the stay', async () => {
    const own = { operatorName: 'Coastfold Parks' }
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(own)] }) })
    renderBooking('/my-booking', storeWithBooking(own))
    expect(await screen.findByText('Your stay is provided by Coastfold Parks.')).toBeVisible()
  })

  it('names no company where the booking names none: the park’s may be another by now', async () => {
    serveBooking({
      '/api/mybookings': ok({ bookings: [existingBooking()] }),
      '/api/parkdetails': ok({ park: details }),
    })
    renderBooking('/my-booking', storeWithBooking())
    await screen.findByRole('link', { name: /^Get directions/ })
    expect(screen.queryByText(/Your stay is provided by/)).not.toBeInTheDocument()
    expect(screen.getByRole('article').querySelector('p:empty')).toBeNull()
  })

  it.each([
    ['names no day', ''],
    ['has named a day that is over', '01/01/2020'],
  ])('says that a balance is paid to an operator who %s', async (_, dueDate) => {
    const own = { balanceTo: 'operator', balanceMsg: 'It is taken in euros.', dueDate } as const
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(own)] }) })
    renderBooking('/my-booking', storeWithBooking(own))
    expect(
      await screen.findByText('The balance of £162 is payable direct to the park operator.'),
    ).toBeVisible()
    expect(screen.getByText('It is taken in euros.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay Holiday Balance' })).not.toBeInTheDocument()
  })

  it.each([
    [false, 'The deposit of £40.50 is not paid. Please call us about it. '],
    [true, ''], // its payment is being checked
  ])(
    'does not say that an unpaid deposit is paid to the operator (payment pending: %s)',
    async (paymentPending, said) => {
      const dueDate = '08/05/2099'
      const answer = {
        balanceTo: 'operator',
        depositDue: '40.50',
        dueDate,
        paymentPending,
      } as const
      serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking(answer)] }) })
      renderBooking('/my-booking', storeWithBooking(answer))
      const balance = await screen.findByText(/payable direct to the park operator/)
      expect(balance).toHaveTextContent(
        `${said}The balance of £121.50 is payable direct to the park operator before 8 May 2099.`,
      )
    },
  )

  it('[MINE-08] loads the booking as an existing one and opens the payment step', async () => {
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
    const { opened, store } = renderBooking('/my-booking', storeWithBooking())
    await userEvent.click(await screen.findByRole('button', { name: 'Pay Holiday Balance' }))
    expect(opened).toEqual(['/booking/payment'])
    expect(store.getState().booking).toMatchObject({ type: 'existing', bookingId: '7K3QX-9F2MA' })
  })

  it('[MINE-09] removes the booking and shows the form again', async () => {
    const requests = serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
    const { store } = renderBooking('/my-booking', storeWithBooking())
    await userEvent.click(await screen.findByRole('button', { name: 'View A Different Booking' }))
    expect(await screen.findByLabelText('Booking Reference')).toHaveValue('')
    expect(store.getState().previousBooking).toEqual({})
    expect(requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/mybookings',
      form: { action: 'forget' },
    })
  })

  it('[MINE-10] [MINE-13] [ROUTE-05] removes the booking from the state when the page is left', async () => {
    serveBooking({ '/api/mybookings': ok({ bookings: [existingBooking()] }) })
    const { store, router } = renderBooking('/my-booking', storeWithBooking())
    expect(await screen.findByText('Holiday Booking Ref')).toBeVisible()
    expect(store.getState().previousBooking.parkId).toBe('HV101')
    await act(() => router.navigate('/'))
    expect(await screen.findByText('Home')).toBeVisible()
    expect(store.getState().previousBooking).toEqual({})
  })

  it('opens the form when there is no booking', async () => {
    serveBooking()
    const { path } = renderBooking('/my-booking')
    await waitFor(() => expect(path()).toBe('/login'))
  })
})
