import { describe, expect, it } from 'vitest'
import type { Deposit } from '../../api/schema'
import {
  bookAnswer,
  deposit,
  existingBooking,
  params,
  quote,
  refusal,
  serveBooking,
  receipt,
} from '../../test/bookings'
import { readyStore } from '../../test/render'
import { ok } from '../../test/server'
import * as booking from './booking-slice'
import { initialBooking, stepNames } from './booking-state'
import { paymentOptionChosen, extraChosen } from './booking-form-slice'
import {
  createBookingCall,
  getDepositCall,
  getExtrasCall,
  setDiscountCall,
  setExtrasCall,
} from './calls'
import { bookingAbandoned, routeChanged } from '../page'
import { resumeBooking, timeOutBooking } from './resume-booking'
import { startBooking } from './start-booking'
import { selectBreakdown } from './state'
import { defaultUserDetails, setUserDetail } from './user-slice'

const { bookingReducer } = booking
const meta = { id: 'x', attempt: 1, params: {} }

/** A store with a booking that has been started. */
async function startedBooking(answers: Parameters<typeof serveBooking>[0] = {}) {
  const requests = serveBooking(answers)
  const store = readyStore()
  const result = await store.dispatch(startBooking(params))
  return { requests, store, result, state: () => store.getState().booking }
}

describe('starting a booking', () => {
  it('[BOOK-43] [BOOK-59] resets to a new booking and asks for it with unit, search and party', async () => {
    const { requests, store, result } = await startedBooking()
    expect(result).toEqual({ kind: 'started', bookingId: '7K3QX-9F2MA' })
    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/api/book',
        query: {
          unitId: params.unitId,
          searchId: '77',
          adults: '2',
          children: '0',
          under5s: '0',
          partySize: '2',
          petFriendly: 'Y',
        },
      },
    ])
    store.dispatch(booking.setDiscountCode('OLD'))
    store.dispatch(booking.setDiscountValue(20))
    const other = store.dispatch(startBooking({ ...params, unitId: 'another' }))
    expect(store.getState().booking).toMatchObject({
      type: 'new',
      discountApplied: false,
      discountCode: '',
      discountValue: 0,
      pendingParams: { unitId: 'another' },
    })
    await other
    expect(requests).toHaveLength(2)
  })

  it('[BOOK-44] sends no request and resets nothing for the same unit, even while its request runs', async () => {
    const { requests, store, state } = await startedBooking()
    store.dispatch(booking.stepCompleted('EXTRAS'))
    const before = state()
    expect(await store.dispatch(startBooking(params))).toEqual({
      kind: 'unchanged',
      bookingId: '7K3QX-9F2MA',
    })
    expect(state()).toBe(before)
    const twice = [
      store.dispatch(startBooking({ ...params, unitId: 'b' })),
      store.dispatch(startBooking({ ...params, unitId: 'b' })),
    ]
    expect((await Promise.all(twice)).map(({ kind }) => kind)).toEqual(['started', 'unchanged'])
    expect(requests).toHaveLength(2)
  })

  it('[BOOK-25] [BOOK-45] [BOOK-60] reads message, fee and id, the id from bookId or bookID', async () => {
    const { bookId, ...rest } = bookAnswer({
      message: 'The pool is closed.',
      bookingFee: '10.50',
    }).booking
    const { state } = await startedBooking({
      '/api/book': ok({ booking: { ...rest, bookID: bookId }, quote: quote() }),
    })
    expect(state()).toMatchObject({
      bookingId: bookId,
      message: 'The pool is closed.',
      bookingFee: 1050,
    })
    expect(state().pendingParams).toBeUndefined()
  })

  it('[BOOK-22] [BOOK-32] knows what is booked and the address of the park page', async () => {
    const { state } = await startedBooking()
    expect(state()).toMatchObject({
      channelId: 'ukcaravan',
      parkId: 'HV101',
      unitId: params.unitId,
      unitTypeId: 'HV101-G3',
      unitDesc: 'Skerry',
      unitPrice: 34900,
      arrivalDate: '2026-07-17T00:00:00.000Z',
      duration: 3,
      parkBookingUrl: params.parkBookingUrl,
      party: { adults: 2, children: 0, under5s: 0, petFriendly: true },
      promo: false,
    })
  })

  it('[BOOK-46] [BOOK-47] clears chosen extras, and starts with the deposit, or in full under the promotion', async () => {
    const { store } = await startedBooking()
    store.dispatch(extraChosen({ code: 'LIN', value: 2 }))
    await store.dispatch(startBooking({ ...params, unitId: 'b' }))
    expect(store.getState().bookingForm).toMatchObject({
      extras: {},
      payment: { paymentOption: 'deposit' },
    })
    const promo = await startedBooking({ '/api/book': ok(bookAnswer({ promo: true })) })
    expect(promo.store.getState().bookingForm.payment.paymentOption).toBe('full')
  })

  it('distinguishes a sold unit, a changed price and any other failure', async () => {
    const sold = await startedBooking({ '/api/book': refusal(409, 'UNIT_UNAVAILABLE', 'gone') })
    expect(sold.result).toEqual({ kind: 'unavailable', code: 'UNIT_UNAVAILABLE' })
    const dearer = await startedBooking({
      '/api/book': refusal(409, 'PRICE_CHANGED', 'changed', { price: '359.00', unitId: 'new' }),
    })
    expect(dearer.result).toEqual({
      kind: 'price-changed',
      code: 'PRICE_CHANGED',
      price: '359.00',
      unitId: 'new',
    })
    const noAnswer = await startedBooking({ '/api/book': 'no answer' })
    expect(noAnswer.result).toEqual({ kind: 'failed', error: { status: 0, errors: [] } })
  })
})

describe('booking state', () => {
  it('[BOOK-33] [BOOK-48] loads an existing booking with its first two steps done', () => {
    const state = bookingReducer(undefined, booking.loadBooking(existingBooking()))
    expect(state).toMatchObject({
      type: 'existing',
      bookingId: '7K3QX-9F2MA',
      channelId: 'ukcaravan',
      unitId: params.unitId,
      unitTypeId: 'HV101-G3',
      totalCost: 39200,
      amountPaid: 23000,
      parkId: 'HV101',
      arrivalDate: '2026-07-17T00:00:00.000Z',
      duration: 3,
      stepsCompleted: ['EXTRAS', 'DETAILS'],
    })
    expect(
      bookingReducer(undefined, booking.loadBooking(existingBooking({ type: 'new' })))
        .stepsCompleted,
    ).toEqual([])
  })

  it('[BOOK-28] [BOOK-49] [BOOK-50] keeps completed steps as a set', () => {
    let state = bookingReducer(initialBooking, booking.stepCompleted('EXTRAS'))
    state = bookingReducer(state, booking.stepCompleted('DETAILS'))
    state = bookingReducer(state, booking.stepCompleted('EXTRAS'))
    expect(state.stepsCompleted).toEqual(['EXTRAS', 'DETAILS'])
    expect(bookingReducer(state, booking.stepNotCompleted('EXTRAS')).stepsCompleted).toEqual([
      'DETAILS',
    ])
    expect(bookingReducer(state, booking.resetStepsCompleted()).stepsCompleted).toEqual([])
  })

  it('[BOOK-24] [BOOK-30] keeps previous booking id, custom amount and its error', () => {
    let state = bookingReducer(initialBooking, booking.setPreviousBookingId('OLD'))
    state = bookingReducer(state, booking.customBookingPayment('150'))
    state = bookingReducer(state, booking.customBookingPaymentErr('no'))
    expect(state).toMatchObject({
      previousBookingId: 'OLD',
      customBookingPayment: '150',
      customBookingPaymentErr: 'no',
    })
  })

  it('[BOOK-29] [BOOK-52] moves the id to confirmationId when it is confirmed', async () => {
    const { store, state } = await startedBooking()
    expect(state().confirmationId).toBeUndefined()
    store.dispatch(booking.completeBooking(receipt))
    expect(state()).toMatchObject({
      confirmationId: '7K3QX-9F2MA',
      stepsCompleted: stepNames,
    })
    expect(state().bookingId).toBeUndefined()
  })

  it('[BOOK-40] [BOOK-53] sets user details one at a time and resets them on confirmation', () => {
    const store = readyStore()
    store.dispatch(setUserDetail('forename', 'Priya'))
    store.dispatch(setUserDetail('emailOpt', false))
    expect(store.getState().user.details).toEqual({
      ...defaultUserDetails,
      forename: 'Priya',
      emailOpt: false,
    })
    store.dispatch(booking.completeBooking(receipt))
    expect(store.getState().user.details).toEqual(defaultUserDetails)
  })

  it('[BOOK-42] starts the opt-ins from the brand, a third party’s never ticked', () => {
    expect(defaultUserDetails).toMatchObject({
      emailOpt: true,
      smsOpt: true,
      thirdOpt: false,
      country: 'CNUK',
    })
  })

  it('[BOOK-56] [BOOK-57] names the actions as the specification does', () => {
    const types = [
      booking.completeBooking,
      booking.setDiscountCode,
      booking.setDiscountValue,
      booking.loadBooking,
      booking.stepCompleted,
      booking.stepNotCompleted,
      booking.customBookingPayment,
      booking.customBookingPaymentErr,
      booking.resetStepsCompleted,
      booking.setPreviousBookingId,
      booking.resetBooking,
      booking.setBookingTimedOut,
    ].map(({ type }) => type)
    expect(types).toEqual([
      'COMPLETE_BOOKING',
      'SET_DISCOUNT_CODE',
      'SET_DISCOUNT_VALUE',
      'LOAD_BOOKING',
      'STEP_COMPLETED',
      'STEP_NOT_COMPLETED',
      'CUSTOM_BOOKING_PAYMENT',
      'CUSTOM_BOOKING_PAYMENT_ERR',
      'RESET_STEPS_COMPLETED',
      'SET_PREVIOUS_BOOKING_ID',
      'RESET_BOOKING',
      'SET_BOOKING_TIMED_OUT',
    ])
    expect(
      [createBookingCall, getDepositCall, getExtrasCall, setExtrasCall].map(
        ({ request, success }) => [request.type, success.type],
      ),
    ).toEqual([
      ['CREATE_BOOKING/REQUEST', 'CREATE_BOOKING/SUCCESS'],
      ['GET_DEPOSIT/REQUEST', 'GET_DEPOSIT/SUCCESS'],
      ['BOOKING/EXTRAS/GET_EXTRAS/REQUEST', 'BOOKING/EXTRAS/GET_EXTRAS/SUCCESS'],
      ['SET_EXTRAS/REQUEST', 'SET_EXTRAS/SUCCESS'],
    ])
  })

  it('[BOOK-55] times out once, even when a call reports it too', async () => {
    window.dataLayer = []
    const { store, state } = await startedBooking()
    serveBooking({ '/api/book': refusal(410, 'BOOKING_EXPIRED', 'over') })
    await store.dispatch(resumeBooking('7K3QX-9F2MA'))
    expect(state().bookingTimedOut).toBe(true)
    const before = state()
    store.dispatch(timeOutBooking())
    expect(state()).toBe(before)
  })

  it('is cleared when the visitor leaves it; a confirmation is cleared on another page', async () => {
    const { store, state } = await startedBooking()
    store.dispatch(extraChosen({ code: 'LIN', value: 2 }))
    store.dispatch(bookingAbandoned())
    expect(state().bookingId).toBeUndefined()
    expect(store.getState().bookingForm.extras).toEqual({})
    const confirmed = { ...initialBooking, confirmationId: 'A' }
    expect(
      bookingReducer(
        confirmed,
        routeChanged({ path: '/booking/confirmation', previousUrl: undefined }),
      ),
    ).toBe(confirmed)
    expect(
      bookingReducer(confirmed, routeChanged({ path: '/', previousUrl: undefined })).confirmationId,
    ).toBeUndefined()
  })
})

const afterDeposit = (changes: Partial<Deposit>, before = initialBooking) =>
  bookingReducer(before, getDepositCall.success(deposit(changes), meta))

const afterVoucher = (amount: string, compulsoryDeposit: 0 | 1, extrasDeposit = '0.00') =>
  bookingReducer(
    { ...initialBooking, unitPrice: 34900 },
    setDiscountCall.success(
      deposit({
        type: 'voucher',
        discountCode: 'V1',
        discountValue: -Number(amount),
        voucherAmount: amount,
        compulsoryDeposit,
        quote: quote({ discountType: 'voucher', extrasDeposit }),
      }),
      meta,
    ),
  )

describe('deposit and discount', () => {
  it('[AMT-05] [AMT-06] [BOOK-27] keeps the deposit’s terms, and the discount as the negative of what was answered', () => {
    expect(
      afterDeposit({
        depositMsg: 'Ask us',
        discountCode: 'SPRING',
        discountValue: -25,
        quote: quote({ discountType: 'discount' }),
      }),
    ).toMatchObject({
      deposit: 8000,
      depositText: 'Ask us',
      dueDate: '08/05/2026',
      compulsoryDeposit: 0,
      discountCode: 'SPRING',
      discountValue: 2500,
      discountApplied: true,
    })
  })

  it('[AMT-07] ignores a code with the value 0', () => {
    expect(afterDeposit({ discountCode: 'SPRING', discountValue: 0 })).toMatchObject({
      discountCode: '',
      discountApplied: false,
      discountValue: 0,
    })
  })

  it.each([
    ['[AMT-08] full stays full', 'full', { deposit: '80.00', compulsoryDeposit: 1 }, 'full'],
    [
      '[AMT-09] no deposit makes it full',
      'deposit',
      { deposit: '', compulsoryDeposit: undefined },
      'full',
    ],
    // A payment option saved by an earlier version of the product.
    [
      '[AMT-10] a deposit by choice makes any other option the deposit',
      'later',
      { deposit: '80.00', compulsoryDeposit: 0 },
      'deposit',
    ],
    [
      '[AMT-10] a compulsory deposit makes any other option the deposit',
      'later',
      { deposit: '80.00', compulsoryDeposit: 1 },
      'deposit',
    ],
    [
      '[AMT-10] a deposit of which nothing says whether it is compulsory changes nothing',
      'later',
      { deposit: '80.00', compulsoryDeposit: undefined },
      'later',
    ],
  ] as const)('%s', (_, before, answer, after) => {
    const store = readyStore()
    store.dispatch(paymentOptionChosen(before as 'full' | 'deposit'))
    store.dispatch(getDepositCall.success(deposit(answer), meta))
    expect(store.getState().bookingForm.payment.paymentOption).toBe(after)
  })

  it('[AMT-11] takes the discount from the answer of the set-discount call', () => {
    const answer = deposit({
      type: 'discount',
      discountCode: 'SPRING',
      discountValue: -20,
      quote: quote({ discountType: 'discount' }),
    })
    expect(bookingReducer(initialBooking, setDiscountCall.success(answer, meta))).toMatchObject({
      discountCode: 'SPRING',
      discountValue: 2000,
      discountApplied: true,
    })
  })

  it('[AMT-12] [AMT-14] [AMT-15] lets a voucher pay all only when it equals the base', () => {
    expect(afterVoucher('349.00', 0)).toMatchObject({
      discountValue: 34900,
      paidWithFullVoucher: true,
      deposit: 8000,
    })
    expect(afterVoucher('348.99', 0)).toMatchObject({
      discountValue: 34899,
      paidWithFullVoucher: false,
    })
    expect(afterVoucher('85.00', 1, '5.00')).toMatchObject({
      paidWithFullVoucher: true,
      deposit: 0,
    })
  })

  it('shows the amounts of the chosen extras at once', async () => {
    const { store } = await startedBooking()
    await store.dispatch(getExtrasCall.run({ bookId: '7K3QX-9F2MA' }))
    store.dispatch(getDepositCall.success(deposit(), meta))
    store.dispatch(extraChosen({ code: 'LIN', value: 3 }))
    store.dispatch(extraChosen({ code: 'COT', value: 1 }))
    expect(selectBreakdown(store.getState())).toMatchObject({
      extras: 5100,
      payToday: 8500,
      total: 40000,
    })
  })
})
