/**
 * State of the booking that is being made or paid for: 'Booking' in the specification, with its
 * action names.
 */
import { type ActionReducerMapBuilder, createAction, createReducer } from '@reduxjs/toolkit'
import type { Deposit, ExistingBooking, Quote } from '../../api/schema'
import { type Basket, voucherPaysAll } from '../../rules/voucher'
import { parseDate, toIso } from '../../rules/dates'
import { isTrue, yesNo } from '../../rules/flags'
import { type Pence, toPence } from '../../rules/money'
import type { PartyAge, PartyCounts } from '../../rules/party-members'
import { bookingAbandoned, isBookingPath, routeChanged } from '../page'
import {
  type BookingData,
  createBookingCall,
  getDepositCall,
  resumeBookingCall,
  setDiscountCall,
  setExtrasCall,
  type StartParams,
} from './calls'

/** The names of the steps in state, in order. */
export const stepNames = ['EXTRAS', 'DETAILS', 'PAYMENT', 'PAYMENT_ACTION', 'CONFIRMATION'] as const
export type StepName = (typeof stepNames)[number]

/** What was paid and for what, for the confirmation page. Amounts in pence. */
export interface Receipt {
  lines: { label: string; amount: Pence }[]
  /** The booked extras; costs are for one item, in pounds as the server sent them. */
  extras: { name: string; value: number; cost: string; depcost: string }[]
  total: Pence
  /** Paid by this payment. */
  paidNow: Pence
  /** Paid in total. */
  paid: Pence
  outstanding: Pence
  party: { name: string; age: string }[]
}

/** Set when the unit was sold to another visitor during the payment. */
export interface UnitGone {
  parkName: string
  parkBookingUrl: string
}

export interface BookingState {
  type: 'new' | 'existing'
  pendingParams?: StartParams
  channelId?: string
  parkId?: string
  parkName?: string
  unitId?: string
  unitTypeId?: string
  unitDesc?: string
  /** Pounds. */
  unitPrice?: number
  /** Pounds; existing bookings only. */
  totalCost?: number
  amountPaid?: number
  /** The number of earlier payments; existing bookings only. */
  paymentsMade: number
  /** UTC midnight of the day, as an ISO string. */
  arrivalDate?: string
  duration?: number
  bookingId?: string
  previousBookingId?: string
  /**
   * The park page on which the last booking began; a held booking that is continued leads back to
   * it.
   */
  lastPark?: { parkId: string; parkName: string; parkBookingUrl: string }
  /**
   * Extras of the previous booking at the same park: offered as a hint, never chosen automatically.
   */
  previousExtras?: Readonly<Record<string, number>>
  message: string
  /** Pounds; part of unitPrice. */
  bookingFee: number
  /** Pounds; undefined where no deposit is allowed or none is known yet. */
  deposit?: number
  /** The deposit from the server, before a full voucher made it 0. */
  depositBeforeVoucher?: number
  depositText: string
  dueDate: string
  /** 1 means compulsory. */
  compulsoryDeposit?: 0 | 1
  discountApplied: boolean
  discountCode: string
  /** The code that was applied and that the server has taken off, because it is not valid any more. */
  withdrawnCode?: string
  /** Pounds, 0 or more. */
  discountValue: number
  discountType: 'none' | 'discount' | 'voucher'
  /** Pounds that stay on the voucher; undefined where the last answer does not say. */
  voucherRemaining?: number
  paidWithFullVoucher: boolean
  stepsCompleted: StepName[]
  confirmationId?: string
  receipt?: Receipt
  /** The amount as typed. */
  customBookingPayment: string
  customBookingPaymentErr: string
  party: PartyCounts & { petFriendly: boolean }
  partyAge: PartyAge
  parkBookingUrl: string
  promo: boolean
  bookingTimedOut: boolean
  unitGone?: UnitGone
  /** The server's last quote. Its hash is sent with the payment. */
  quote?: Quote
  /** End of the hold, in epoch ms of the server's clock. */
  expiresAt?: number
  /** Server's clock minus the browser's, in ms. */
  clockAhead: number
}

export const initialBooking: BookingState = {
  type: 'new',
  paymentsMade: 0,
  message: '',
  bookingFee: 0,
  depositText: '',
  dueDate: '',
  discountApplied: false,
  discountCode: '',
  discountValue: 0,
  discountType: 'none',
  paidWithFullVoucher: false,
  stepsCompleted: [],
  customBookingPayment: '',
  customBookingPaymentErr: '',
  party: { adults: 0, children: 0, under5s: 0, petFriendly: false },
  partyAge: 'age',
  parkBookingUrl: '',
  promo: false,
  bookingTimedOut: false,
  clockAhead: 0,
}

/** Starts a booking of a unit and resets everything except these parameters. */
export const bookingStarted = createAction<StartParams>('BOOKING/STARTED')
/** The same unit was started again: nothing changes. */
export const bookingUnchanged = createAction('BOOKING/UNCHANGED')
/** A held booking is continued, from this park. */
export const bookingContinued = createAction<{ parkName: string; parkBookingUrl: string }>(
  'BOOKING/CONTINUED',
)
/** Loads an existing booking, to pay towards it. */
export const loadBooking = createAction<ExistingBooking>('LOAD_BOOKING')
/**
 * A payment is about to be sent. It keeps the receipt, because the page after the bank's page has
 * less data.
 */
export const paymentBegun = createAction<Receipt>('BOOKING/PAYMENT_BEGUN')
/** The booking is confirmed, or a payment towards it was received. */
export const completeBooking = createAction<Receipt>('COMPLETE_BOOKING')
export const setDiscountCode = createAction<string>('SET_DISCOUNT_CODE')
/** What a code takes off, in pounds. */
export const setDiscountValue = createAction<number>('SET_DISCOUNT_VALUE')
export const stepCompleted = createAction<StepName>('STEP_COMPLETED')
export const stepNotCompleted = createAction<StepName>('STEP_NOT_COMPLETED')
export const resetStepsCompleted = createAction('RESET_STEPS_COMPLETED')
export const customBookingPayment = createAction<string>('CUSTOM_BOOKING_PAYMENT')
export const customBookingPaymentErr = createAction<string>('CUSTOM_BOOKING_PAYMENT_ERR')
export const setPreviousBookingId = createAction<string | undefined>('SET_PREVIOUS_BOOKING_ID')
export const resetBooking = createAction('RESET_BOOKING')
export const setBookingTimedOut = createAction('SET_BOOKING_TIMED_OUT')
/** The unit was sold during the payment: the booking is removed from state. */
export const holidayGone = createAction('BOOKING/HOLIDAY_GONE')
/** A later end of the hold, in epoch ms of the server's clock. */
export const holdExtended = createAction<number>('BOOKING/HOLD_EXTENDED')

const pounds = (amount: string | number | undefined) => (toPence(amount) ?? 0) / 100
const isoDate = (text: string) => toIso(parseDate(text) ?? text)

type Builder = ActionReducerMapBuilder<BookingState>

export const bookingReducer = createReducer(initialBooking, (builder) => {
  addAnswers(builder)
  addSteps(builder)
  addEnds(builder)
})

/** Reducers for starting and loading a booking, and for the server's answers. */
function addAnswers(builder: Builder): void {
  builder
    .addCase(bookingStarted, (state, { payload }) => ({
      ...initialBooking,
      previousBookingId: state.previousBookingId,
      previousExtras: state.parkId === payload.parkId ? state.previousExtras : undefined,
      pendingParams: payload,
      lastPark: {
        parkId: payload.parkId,
        parkName: payload.parkName,
        parkBookingUrl: payload.parkBookingUrl,
      },
      ...describe(payload),
    }))
    .addCase(createBookingCall.success, (state, { payload, meta }) => {
      if (!isPending(state, meta)) return
      takeBooking(state, payload)
      delete state.pendingParams
    })
    .addCase(createBookingCall.cancelled, (state, { meta }) =>
      isPending(state, meta) ? fresh(state) : state,
    )
    .addCase(resumeBookingCall.success, (state, { payload }) => takeBooking(state, payload))
    .addCase(bookingContinued, (state, { payload }) => {
      state.parkName = payload.parkName
      state.parkBookingUrl = payload.parkBookingUrl
    })
    .addCase(loadBooking, (_, { payload }) => existing(payload))
    .addCase(getDepositCall.success, (state, { payload }) => {
      const { discountApplied, discountCode } = state
      takeDeposit(state, payload)
      if (discountApplied && !state.discountApplied) state.withdrawnCode = discountCode
    })
    .addCase(setDiscountCall.success, (state, { payload }) => {
      takeDeposit(state, payload)
      delete state.withdrawnCode
    })
    .addCase(setExtrasCall.success, (state, { payload }) => {
      state.quote = payload.quote
      state.previousExtras = Object.fromEntries(
        payload.extras.map(({ code, value }) => [code, value]),
      )
    })
}

/** Reducers for what the visitor does in the steps. */
function addSteps(builder: Builder): void {
  builder
    .addCase(setDiscountCode, (state, { payload }) => {
      state.discountCode = payload
    })
    .addCase(setDiscountValue, (state, { payload }) => {
      state.discountValue = payload
      state.discountApplied = payload > 0
    })
    .addCase(stepCompleted, (state, { payload }) => {
      if (!state.stepsCompleted.includes(payload)) state.stepsCompleted.push(payload)
    })
    .addCase(stepNotCompleted, (state, { payload }) => {
      state.stepsCompleted = state.stepsCompleted.filter((step) => step !== payload)
    })
    .addCase(resetStepsCompleted, (state) => {
      state.stepsCompleted = []
    })
    .addCase(customBookingPayment, (state, { payload }) => {
      state.customBookingPayment = payload
      state.customBookingPaymentErr = ''
    })
    .addCase(customBookingPaymentErr, (state, { payload }) => {
      state.customBookingPaymentErr = payload
    })
    .addCase(setPreviousBookingId, (state, { payload }) => {
      state.previousBookingId = payload
    })
}

/** Reducers for the hold, and for the end of a booking. */
function addEnds(builder: Builder): void {
  builder
    .addCase(holdExtended, (state, { payload }) => {
      if (state.expiresAt !== undefined && payload > state.expiresAt) state.expiresAt = payload
    })
    .addCase(setBookingTimedOut, (state) => {
      state.bookingTimedOut = true
    })
    .addCase(paymentBegun, (state, { payload }) => {
      state.receipt = payload
    })
    .addCase(completeBooking, (state, { payload }) => {
      state.confirmationId = state.bookingId
      delete state.bookingId
      state.receipt = payload
      state.stepsCompleted = [...stepNames]
    })
    .addCase(holidayGone, (state) => ({
      ...fresh(state),
      unitGone: { parkName: state.parkName ?? '', parkBookingUrl: state.parkBookingUrl },
    }))
    .addCase(resetBooking, (state) => fresh(state))
    .addCase(bookingAbandoned, (state) => fresh(state))
    // A confirmation, or the news of a sold unit, stays until the visitor goes to another page.
    .addCase(routeChanged, (state, { payload: { path } }) => {
      const over = state.confirmationId !== undefined || state.unitGone !== undefined
      return over && !isBookingPath(path) ? fresh(state) : state
    })
}

/**
 * Whether an answer belongs to the current start of a booking, not to one that was left or
 * replaced.
 */
function isPending(
  { pendingParams }: BookingState,
  { request }: { request: { params: { unitId?: unknown } } },
): boolean {
  return pendingParams !== undefined && pendingParams.unitId === request.params.unitId
}

/** An empty booking that keeps which booking was paid last and its extras. */
function fresh(state: BookingState): BookingState {
  const { previousBookingId, previousExtras, parkId, lastPark } = state
  return {
    ...initialBooking,
    previousBookingId,
    ...(lastPark && { lastPark }),
    ...(previousExtras && { previousExtras, parkId }),
  }
}

function describe(params: StartParams): Partial<BookingState> {
  const { channelId, parkId, parkName, unitId, unitTypeId, unitDesc, party, parkBookingUrl } =
    params
  return {
    channelId,
    parkId,
    parkName,
    unitId,
    unitTypeId,
    unitDesc,
    party,
    parkBookingUrl,
    promo: params.promo === true,
  }
}

function takeBooking(state: BookingState, { booking, quote, clockAhead }: BookingData): void {
  const { adults, children, under5s, petFriendly } = booking.party
  Object.assign(state, {
    type: 'new',
    bookingId: booking.bookId,
    message: booking.message,
    bookingFee: pounds(booking.bookingFee),
    channelId: booking.channelId,
    parkId: booking.parkId,
    unitId: booking.unitId,
    unitTypeId: booking.unitTypeId,
    unitDesc: booking.unitDesc,
    unitPrice: pounds(booking.unitPrice),
    arrivalDate: isoDate(booking.arrivalDate),
    duration: booking.duration,
    party: { adults, children, under5s, petFriendly: yesNo(petFriendly) === true },
    partyAge: booking.partyAge === 'dob' ? 'dob' : 'age',
    promo: booking.promo,
    expiresAt: booking.expiresAt,
    clockAhead,
    quote,
  } satisfies Partial<BookingState>)
}

function existing(booking: ExistingBooking): BookingState {
  const { adults, children, under5s } = booking
  return {
    ...initialBooking,
    type: 'existing',
    bookingId: booking.bookingId,
    channelId: booking.channelId,
    parkId: booking.parkId,
    parkName: booking.parkName,
    unitId: booking.unitId,
    unitTypeId: booking.unitTypeId,
    unitDesc: booking.unitDesc,
    totalCost: pounds(booking.totalCost),
    amountPaid: pounds(booking.amountPaid),
    paymentsMade: booking.payments.length,
    arrivalDate: isoDate(booking.arrivalDate),
    duration: booking.duration,
    dueDate: booking.dueDate ?? '',
    party: { adults, children, under5s, petFriendly: false },
    stepsCompleted: booking.type === 'existing' ? ['EXTRAS', 'DETAILS'] : [],
  }
}

function takeDeposit(state: BookingState, answer: Deposit): void {
  const deposit = toPence(answer.deposit)
  state.deposit = deposit === undefined ? undefined : deposit / 100
  state.depositBeforeVoucher = state.deposit
  state.depositText = answer.depositMsg
  state.dueDate = answer.dueDate
  state.compulsoryDeposit = readCompulsory(answer.compulsoryDeposit)
  state.quote = answer.quote
  state.discountValue = 0 - answer.discountValue
  state.discountApplied = state.discountValue > 0
  state.discountCode = state.discountApplied ? answer.discountCode : ''
  state.discountType = state.discountApplied ? readType(answer.quote.discountType) : 'none'
  state.paidWithFullVoucher = false
  state.voucherRemaining = undefined
  if (state.discountType !== 'voucher') return
  state.discountValue = pounds(answer.voucherAmount ?? state.discountValue)
  if (answer.voucherRemaining) state.voucherRemaining = pounds(answer.voucherRemaining)
  const { extras, extrasDeposit } = answer.quote
  const basket = basketOf(state, {
    cost: toPence(extras) ?? 0,
    depcost: toPence(extrasDeposit) ?? 0,
  })
  state.paidWithFullVoucher = voucherPaysAll(basket, basket.discountValue)
  if (state.paidWithFullVoucher && state.compulsoryDeposit === 1) state.deposit = 0
}

const readCompulsory = (value: number | undefined) =>
  value === undefined ? undefined : isTrue(value) ? 1 : 0
const readType = (type: string) => (type === 'voucher' ? 'voucher' : 'discount')

/** The input for the amounts of a new booking: state and the totals of the chosen extras. */
export function basketOf(
  state: BookingState,
  extras: { cost: Pence; depcost: Pence },
  option: Basket['option'] = 'deposit',
): Basket {
  return {
    unitPrice: toPence(state.unitPrice) ?? 0,
    extras: extras.cost,
    extrasDeposit: extras.depcost,
    deposit: toPence(state.depositBeforeVoucher),
    compulsoryDeposit: state.compulsoryDeposit,
    discountValue: toPence(state.discountValue) ?? 0,
    isVoucher: state.discountType === 'voucher',
    paidWithFullVoucher: state.paidWithFullVoucher,
    option,
  }
}
