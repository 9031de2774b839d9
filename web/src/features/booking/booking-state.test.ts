import { describe, expect, it } from 'vitest'
import {
  bookAnswer,
  deposit,
  existingBooking,
  extras,
  params,
  quote,
  serveBooking,
  receipt,
} from '../../test/bookings'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import { acceptAnalytics } from '../analytics'
import {
  changePartyDetail,
  extraChosen,
  paymentOptionChosen,
  setPartyDetails,
} from './booking-form-slice'
import { completeBooking, loadBooking, setBookingTimedOut } from './booking-slice'
import type { BookingState } from './booking-state'
import { getDepositCall, getExtrasCall, setDiscountCall } from './calls'
import { startBooking } from './start-booking'
import { chosenLines, selectBreakdown } from './state'
import { finishStep } from './steps'

const meta = { id: 'x', attempt: 1, params: { bookId: '7K3QX-9F2MA' } }

async function startedBooking(answers: Parameters<typeof serveBooking>[0] = {}) {
  serveBooking(answers)
  const store = readyStore()
  await store.dispatch(startBooking(params))
  return { store, state: () => store.getState().booking }
}

describe('the state of a booking', () => {
  it('[BOOK-20] [BOOK-23] is new, or existing with what it costs and what was paid', async () => {
    const { store, state } = await startedBooking()
    const types: BookingState['type'][] = ['new', 'existing']
    expect(state().type).toBe(types[0])
    expect(state()).not.toHaveProperty('totalCost')
    expect(state()).not.toHaveProperty('amountPaid')
    const paid = { totalCost: '392.50', amountPaid: '230.00', petFriendly: 'Y' }
    store.dispatch(loadBooking(existingBooking(paid)))
    expect(state()).toMatchObject({ type: types[1], totalCost: 39250, amountPaid: 23000 })
    expect(state().party).toMatchObject({ adults: 2, children: 2, petFriendly: true })
    await store.dispatch(startBooking({ ...params, unitId: 'another' }))
    expect(state().type).toBe('new')
    expect(state()).not.toHaveProperty('totalCost')
  })

  it('[BOOK-21] holds the parameters of a booking only while it is being started', async () => {
    serveBooking()
    const store = readyStore()
    const starting = store.dispatch(startBooking(params))
    expect(store.getState().booking.pendingParams).toEqual(params)
    await starting
    expect(store.getState().booking.pendingParams).toBeUndefined()
  })

  it('[BOOK-26] keeps the deposit with its text, its date and whether it is compulsory', async () => {
    const { store, state } = await startedBooking()
    const answer = deposit({ depositMsg: 'Ask the park', compulsoryDeposit: 1, dueDate: '' })
    store.dispatch(getDepositCall.success(answer, meta))
    expect(state()).toMatchObject({
      deposit: 8000,
      depositText: 'Ask the park',
      dueDate: '',
      compulsoryDeposit: 1,
    })
    store.dispatch(paymentOptionChosen('full'))
    expect(selectBreakdown(store.getState())).toMatchObject({ option: 'deposit', payToday: 8000 })
    store.dispatch(getDepositCall.success(deposit({ compulsoryDeposit: 0 }), meta))
    expect(selectBreakdown(store.getState())).toMatchObject({ option: 'full', payToday: 34900 })
  })

  it('[BOOK-31] keeps whether a voucher pays all, promotion, time-out and the party', async () => {
    const { store, state } = await startedBooking({ '/api/book': ok(bookAnswer({ promo: true })) })
    expect(state()).toMatchObject({
      paidWithFullVoucher: false,
      promo: true,
      bookingTimedOut: false,
      party: { adults: 2, children: 0, under5s: 0, petFriendly: true },
    })
    const voucher = deposit({
      type: 'voucher',
      discountCode: 'V1',
      discountValue: -349,
      voucherAmount: '349.00',
      quote: quote({ discountType: 'voucher' }),
    })
    store.dispatch(setDiscountCall.success(voucher, meta))
    store.dispatch(setBookingTimedOut())
    expect(state()).toMatchObject({ paidWithFullVoucher: true, bookingTimedOut: true })
  })
})

describe('the booking form', () => {
  it('[BOOK-34] [BOOK-36] [BOOK-58] changes one detail or all, an extra and the payment option', () => {
    const store = readyStore()
    const form = () => store.getState().bookingForm
    store.dispatch(changePartyDetail({ key: 'initial1', value: 'P' }))
    store.dispatch(changePartyDetail({ key: 'age2', value: '41' }))
    expect(form().party.values).toEqual({ initial1: 'P', age2: '41' })
    store.dispatch(setPartyDetails({ title1: 'Ms' }))
    expect(form().party.values).toEqual({ title1: 'Ms' })
    store.dispatch(extraChosen({ code: 'LIN', value: 2 }))
    store.dispatch(extraChosen({ code: 'COT', value: 1 }))
    store.dispatch(extraChosen({ code: 'LIN', value: 3 }))
    expect(form().extras).toEqual({ LIN: 3, COT: 1 })
    for (const option of ['full', 'deposit'] as const) {
      store.dispatch(paymentOptionChosen(option))
      expect(form().payment.paymentOption).toBe(option)
    }
  })

  it('[BOOK-35] keeps the party as a map from key to value', () => {
    const store = readyStore()
    const values = { title2: 'Mr', initial2: 'T', lastName2: 'Raman', age2: '41' }
    store.dispatch(setPartyDetails(values))
    store.dispatch(changePartyDetail({ key: 'age2', value: '42' }))
    expect(store.getState().bookingForm.party.values).toEqual({ ...values, age2: '42' })
  })

  it('[BOOK-37] [BOOK-38] keeps the offered extras, and sums cost and deposit cost of the chosen ones', async () => {
    const [linen] = extras
    const offered = [{ ...linen, code: 'LIN', cost: '12.50', depcost: '2.05', price: '12.50' }]
    const { store } = await startedBooking({
      '/api/getextras': ok({ extras: offered, showDiscountBox: 'true' }),
    })
    await store.dispatch(getExtrasCall.run({ bookId: '7K3QX-9F2MA' }))
    store.dispatch(getDepositCall.success(deposit(), meta))
    expect(store.getState().extras).toEqual({
      extras: [{ ...linen, code: 'LIN', cost: 1250, depcost: 205, price: 1250 }],
      showDiscountBox: 'true',
      bookId: '7K3QX-9F2MA',
    })
    store.dispatch(extraChosen({ code: 'LIN', value: 3 }))
    expect(chosenLines(store.getState())).toEqual([
      { code: 'LIN', name: 'Bed linen', value: 3, amount: 3750 },
    ])
    expect(selectBreakdown(store.getState())).toMatchObject({ extras: 3750, payToday: 8615 })
  })
})

it('[BOOK-51] [ANLY-32] reports the name of the next step, with the booking’s id, to analytics', async () => {
  const { store } = await startedBooking()
  acceptAnalytics()
  window.dataLayer = []
  for (const step of ['EXTRAS', 'DETAILS', 'PAYMENT'] as const) store.dispatch(finishStep(step))
  store.dispatch(completeBooking(receipt))
  store.dispatch(finishStep('PAYMENT_ACTION'))
  const bookingId = '7K3QX-9F2MA'
  expect(window.dataLayer).toEqual([
    { event: 'booking_step_details', bookingId },
    { event: 'booking_step_payment', bookingId },
    { event: 'booking_step_payment_action', bookingId },
    { event: 'booking_step_confirmation', bookingId },
  ])
})
