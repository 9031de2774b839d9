import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  bookAnswer,
  deposit,
  existingBooking,
  extras,
  params,
  quote,
  receipt,
} from '../../test/bookings'
import { allTyped, renderBooking, storeWith } from '../../test/booking-pages'
import { initData } from '../../test/catalogue'
import { holdAnswers } from '../../test/held-server'
import { readyStore } from '../../test/render'
import { settle } from '../../test/visit'
import { refreshAmounts } from './resume-booking'
import { startBooking } from './start-booking'

const fromPark = { booking: { parkName: 'Gannet Sands', parkBookingUrl: params.parkBookingUrl } }
const offeredExtras = { extras, showDiscountBox: 'true' }

/** Answers all requests that a step makes after a reload. */
async function answerReads(server: ReturnType<typeof holdAnswers>) {
  await settle()
  const answer = async (path: string, data: unknown) => {
    for (const one of server.waiting()) if (one.path === path) await one.answer(data)
  }
  await answer('/api/book', bookAnswer())
  await answer('/api/getextras', offeredExtras)
  await answer('/api/getdeposit', deposit())
  await settle()
}

const goTo = async (view: ReturnType<typeof renderBooking>, to: string | number) => {
  await act(() => view.router.navigate(to))
  await settle()
}

describe('a booking whose page is left during a request', () => {
  it('does not appear later when it was being started, even if the answer comes late', async () => {
    const server = holdAnswers()
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    const view = renderBooking('/booking/extras', store)
    await settle()
    await goTo(view, '/')
    await server.pending('/api/book').answer(bookAnswer())
    expect(view.path()).toBe('/')
    expect(store.getState().booking).toMatchObject({ type: 'new', stepsCompleted: [] })
    expect(store.getState().booking.bookingId).toBeUndefined()
    expect(store.getState().booking.pendingParams).toBeUndefined()
  })

  it('is the booking of the second unit when two are started, in any order of the answers', async () => {
    const server = holdAnswers()
    const store = readyStore(initData())
    void store.dispatch(startBooking(params))
    void store.dispatch(startBooking({ ...params, unitId: 'b', unitDesc: 'Turnstone' }))
    await settle()
    const [first, second] = server.all('/api/book', 2)
    await second.answer(bookAnswer({ bookId: 'B', unitId: 'b' }))
    await first.answer(bookAnswer({ bookId: 'A' }))
    expect(store.getState().booking).toMatchObject({ bookingId: 'B', unitId: 'b' })
  })

  it.each(['/booking/extras', '/booking/details'])(
    'leaves nothing in the state when %s was loading its data',
    async (path) => {
      const server = holdAnswers()
      const steps = { booking: { ...fromPark.booking, stepsCompleted: ['EXTRAS'] } }
      const view = renderBooking(path, storeWith(steps))
      await settle()
      await goTo(view, '/')
      await answerReads(server)
      expect(view.store.getState().booking.bookingId).toBeUndefined()
      expect(view.store.getState().extras).toEqual({ extras: [], showDiscountBox: '' })
    },
  )

  it('does not continue when the extras were being saved, and Forward shows no step', async () => {
    const server = holdAnswers()
    const view = renderBooking('/booking/extras', storeWith(fromPark))
    await answerReads(server)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Travel cot/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
    await goTo(view, '/')
    const late = server.pending('/api/setextras')
    await late.answer({ extras: [], quote: quote() })
    expect(view.path()).toBe('/')
    expect(view.store.getState().booking.stepsCompleted).toEqual([])
    await goTo(view, -1)
    expect(await screen.findByText(/You have no booking in progress/)).toBeVisible()
  })

  it('opens no document when it is unmounted while the details are saved', async () => {
    const server = holdAnswers()
    const view = renderBooking('/booking/details', storeWith(allTyped))
    await answerReads(server)
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    view.unmount()
    for (const one of server.all('/api/setuserdetails'))
      await one.answer({ userId: 'U1', details: {} })
    expect(server.to('/api/setpartydetails')).toEqual([])
    expect(view.opened).toEqual([])
    expect(view.store.getState().booking.stepsCompleted).toEqual(['EXTRAS'])
  })

  it('uses the answer of the newest save of the details, even if that of an earlier one comes later', async () => {
    const server = holdAnswers()
    const view = renderBooking('/booking/details', storeWith(allTyped))
    await answerReads(server)
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 3' }))
    await settle()
    const early = server.waiting()
    expect(early).not.toEqual([])
    await goTo(view, '/booking/extras')
    await goTo(view, -1)
    await answerReads(server)
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to step 3' }))
    for (let round = 0; round < 3; round++) {
      await settle()
      for (const one of server.waiting().filter((held) => !early.includes(held)))
        await one.answer(
          one.path.endsWith('partydetails') ? { party: [] } : { userId: 'U1', details: {} },
        )
    }
    await waitFor(() => expect(view.opened).toEqual(['/booking/payment']))
    for (const one of early) await one.refuse(409, 'BOOKING_STATE', 'Too late')
    expect(view.opened).toEqual(['/booking/payment'])
    expect(view.store.getState().booking.stepsCompleted).toEqual(['EXTRAS', 'DETAILS'])
    expect(screen.queryByText('Too late')).toBeNull()
  })

  it('keeps the deposit of the newest request when the answers come in reverse order', async () => {
    const server = holdAnswers()
    const store = storeWith(fromPark)
    void store.dispatch(refreshAmounts())
    void store.dispatch(refreshAmounts())
    const [early, newest] = server.all('/api/getdeposit', 2)
    await newest.answer(deposit({ deposit: '95.00' }))
    await early.answer(deposit({ deposit: '80.00' }))
    expect(store.getState().booking.deposit).toBe(9500)
  })
})

describe('extras that the server does not have', () => {
  it('keep the visitor on their step: the next one cannot be opened', async () => {
    const server = holdAnswers()
    const done = { booking: { ...fromPark.booking, stepsCompleted: ['EXTRAS', 'DETAILS'] } }
    const view = renderBooking('/booking/extras', storeWith(done))
    await answerReads(server)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Travel cot/ }))
    await goTo(view, '/booking/details')
    expect(view.path()).toBe('/booking/extras')
    expect(screen.getByRole('checkbox', { name: /Travel cot/ })).toBeChecked()
  })

  it('cannot be chosen while the choice is saved', async () => {
    const server = holdAnswers()
    renderBooking('/booking/extras', storeWith(fromPark))
    await answerReads(server)
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to step 2' }))
    const cot = screen.getByRole('checkbox', { name: /Travel cot/ })
    expect(cot).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: /Increase.*Bed linen/ }))
    await server.pending('/api/setextras').lose()
    expect(cot).toBeEnabled()
    expect(screen.getByRole('spinbutton', { name: /Bed linen/ })).toHaveValue('0')
  })
})

describe('a discount code', () => {
  const applied = deposit({
    discountCode: 'SPRING20',
    discountValue: -20,
    quote: quote({ discountType: 'discount' }),
  })

  it('cannot be removed while another is applied, and the step cannot be left', async () => {
    const server = holdAnswers()
    renderBooking('/booking/extras', storeWith(fromPark))
    await answerReads(server)
    await userEvent.type(
      await screen.findByLabelText('Discount or voucher code'),
      'SPRING20{Enter}',
    )
    await server.pending('/api/setdiscount').answer(applied)
    await userEvent.type(screen.getByLabelText('Discount or voucher code'), 'X{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue to step 2' }))
    expect(server.held('/api/setdiscount')).toHaveLength(1)
    expect(server.to('/api/setextras')).toEqual([])
    await server.pending('/api/setdiscount').refuse(422, 'DISCOUNT_INVALID', 'Not valid')
    expect(screen.getByText(/Discount applied/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(server.pending('/api/setdiscount').form.discountCode).toBe('')
  })

  it('is no longer applied when it ends while the visitor books, and the page says so', async () => {
    const server = holdAnswers()
    const { store } = renderBooking('/booking/extras', storeWith(fromPark))
    await answerReads(server)
    await userEvent.type(
      await screen.findByLabelText('Discount or voucher code'),
      'SPRING20{Enter}',
    )
    await server.pending('/api/setdiscount').answer(applied)
    void store.dispatch(refreshAmounts())
    await server.pending('/api/getdeposit').answer(deposit())
    expect(screen.getByText(/Your code SPRING20 is no longer valid/)).toBeVisible()
    expect(screen.queryByText(/Discount applied/)).toBeNull()
    await userEvent.type(screen.getByLabelText('Discount or voucher code'), '{Enter}')
    await server.pending('/api/setdiscount').answer(applied)
    expect(screen.queryByText(/no longer valid/)).toBeNull()
  })

  it('that covers the whole price allows a deposit again when it is removed', async () => {
    const server = holdAnswers()
    const view = renderBooking('/booking/extras', storeWith(fromPark))
    await answerReads(server)
    await userEvent.type(await screen.findByLabelText('Discount or voucher code'), 'ALLOFIT{Enter}')
    const all = {
      deposit: '',
      compulsoryDeposit: undefined,
      discountCode: 'ALLOFIT',
      discountValue: -349,
      quote: quote({ discount: '349.00', discountType: 'discount', total: '0.00' }),
    }
    await server.pending('/api/setdiscount').answer(deposit(all))
    const sums = within(screen.getByRole('region', { name: 'Price breakdown' }))
    expect(sums.getByText('To pay today').nextSibling).toHaveTextContent('£0')
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await server.pending('/api/setdiscount').answer(deposit())
    expect(screen.getByLabelText('Discount or voucher code')).toHaveFocus()
    expect(sums.getByText('To pay today').nextSibling).toHaveTextContent('£80')
    expect(view.store.getState().bookingForm.payment.paymentOption).toBe('deposit')
  })
})

describe('the confirmation', () => {
  it('is no longer shown on Back once the visitor has gone to another page', async () => {
    const booking = { confirmationId: '7K3QX-9F2MA', bookingId: undefined, receipt }
    holdAnswers()
    const view = renderBooking('/booking/confirmation', storeWith({ booking }))
    expect(
      await screen.findByRole('heading', { name: /Your holiday booking has been confirmed/ }),
    ).toBeVisible()
    await goTo(view, '/')
    await goTo(view, -1)
    expect(await screen.findByText(/There is no booking confirmation data/)).toBeVisible()
  })
})

describe('finding an existing booking', () => {
  async function lookUp() {
    await userEvent.type(await screen.findByLabelText('Booking Reference'), '7k3qx9f2ma')
    await userEvent.type(screen.getByLabelText('Surname'), 'Raman')
    await userEvent.type(screen.getByLabelText('Postcode'), 'NR2 4TH')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  }

  it('opens no page when the visitor left the form before the answer, and works when it is opened again', async () => {
    const server = holdAnswers()
    const view = renderBooking('/login')
    await lookUp()
    await goTo(view, '/')
    await server.pending('/api/getMyBooking').answer(existingBooking())
    expect(view.path()).toBe('/')
    expect(view.store.getState().previousBooking).toEqual({})
    await goTo(view, -1)
    await lookUp()
    await server.pending('/api/getMyBooking').answer(existingBooking())
    await waitFor(() => expect(view.path()).toBe('/my-booking'))
  })

  it('shows the booking of the newest form when the answers come in reverse order', async () => {
    const server = holdAnswers()
    const view = renderBooking('/login')
    await lookUp()
    await goTo(view, '/')
    await goTo(view, -1)
    const first = server.pending('/api/getMyBooking')
    await lookUp()
    const second = server.pending('/api/getMyBooking', 1)
    await second.answer(existingBooking({ bookingId: 'B', parkName: 'Turnstone Bay' }))
    await waitFor(() => expect(view.path()).toBe('/my-booking'))
    await first.answer(existingBooking({ bookingId: 'A', parkName: 'Gannet Sands' }))
    expect(await screen.findByText('Turnstone Bay')).toBeVisible()
    expect(screen.queryByText('Gannet Sands')).toBeNull()
  })

  it('shows the newest booking when the visitor looks up another one', async () => {
    const server = holdAnswers()
    const view = renderBooking('/login')
    await lookUp()
    await server.pending('/api/getMyBooking').answer(existingBooking({ bookingId: 'A' }))
    await waitFor(() => expect(view.path()).toBe('/my-booking'))
    await userEvent.click(await screen.findByRole('button', { name: 'View A Different Booking' }))
    for (const one of server.all('/api/mybookings')) await one.answer({ bookings: [] })
    await lookUp()
    await server
      .pending('/api/getMyBooking')
      .answer(existingBooking({ bookingId: 'B', parkName: 'Turnstone Bay' }))
    expect(await screen.findByText('Turnstone Bay')).toBeVisible()
  })

  it('reads the shown booking again after a reload, unless the page is left', async () => {
    const server = holdAnswers()
    const store = readyStore(initData())
    store.dispatch({
      type: 'PREVIOUS_BOOKING/setPreviousBooking',
      payload: existingBooking({ bookingId: 'RELOADED' }),
    })
    const view = renderBooking('/my-booking', store)
    await settle()
    const late = server.pending('/api/mybookings')
    view.unmount()
    await late.answer({ bookings: [] })
    expect(store.getState().previousBooking.booking?.bookingId).toBe('RELOADED')
    renderBooking('/my-booking', store)
    await settle()
    await server.pending('/api/mybookings').answer({
      bookings: [existingBooking({ bookingId: 'RELOADED', amountPaid: '392.00' })],
    })
    expect(await screen.findByText('Paid.')).toBeVisible()
  })

  it('requests references by e-mail once, and shows nothing on a page that was left', async () => {
    const server = holdAnswers()
    const view = renderBooking('/reset')
    await userEvent.type(await screen.findByLabelText('Email address'), 'a@example.com')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Submit' }))
    expect(server.held('/api/resetbooking')).toHaveLength(1)
    await goTo(view, '/')
    await server.pending('/api/resetbooking').lose()
    await goTo(view, -1)
    expect(await screen.findByLabelText('Email address')).toHaveValue('')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows the result of the newest request for references when the answers come in reverse order', async () => {
    const server = holdAnswers()
    const view = renderBooking('/reset')
    const requestReferences = async (address: string) => {
      await userEvent.type(await screen.findByLabelText('Email address'), address)
      await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    }
    await requestReferences('a@example.com')
    await goTo(view, '/')
    await goTo(view, -1)
    const first = server.pending('/api/resetbooking')
    await requestReferences('b@example.com')
    const second = server.pending('/api/resetbooking', 1)
    expect(second.form).toMatchObject({ email: 'b@example.com' })
    await second.answer({})
    const sent = 'If we have a booking for that email address, we have sent its reference.'
    expect(await screen.findByText(sent)).toBeVisible()
    await first.refuse(429, 'RATE_LIMITED', 'Too many')
    expect(screen.getByText(sent)).toBeVisible()
    expect(screen.queryByText('Too many')).toBeNull()
  })
})
