/** The actions and the reducer of the booking, with the action names of the specification. */
import {
  type ActionReducerMapBuilder,
  createAction,
  createReducer,
  isAnyOf,
} from '@reduxjs/toolkit'
import type { ExistingBooking, LinkedStay } from '../../api/schema'
import { toPence } from '../../rules/money'
import { bookingAbandoned, isBookingPath, routeChanged } from '../page'
import {
  existingBooking,
  linkedBooking,
  takeBalance,
  takeBooking,
  takeDeposit,
} from './booking-answers'
import {
  type BookingState,
  initialBooking,
  type Receipt,
  type StepName,
  stepNames,
} from './booking-state'
import {
  createBookingCall,
  getDepositCall,
  myBookingsCall,
  openPayLinkCall,
  resumeBookingCall,
  setDiscountCall,
  setExtrasCall,
  type StartParams,
} from './calls'

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
/** Loads what a link asks for, to pay by it. */
export const linkOpened = createAction<{ token: string; stay: LinkedStay }>('BOOKING/LINK_OPENED')
/**
 * A payment is about to be sent. It keeps the receipt, because the page after the bank's page has
 * less data.
 */
export const receiptPrepared = createAction<Receipt>('BOOKING/RECEIPT_PREPARED')
/** The booking is confirmed, or a payment towards it was received. */
export const completeBooking = createAction<Receipt>('COMPLETE_BOOKING')
export const setDiscountCode = createAction<string>('SET_DISCOUNT_CODE')
/** What a code takes off, in pence. */
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

/**
 * The booking in the state has ended or another one takes its place: all state that belongs to it is
 * reset.
 */
export const isNextBooking = isAnyOf(
  bookingStarted,
  loadBooking,
  linkOpened,
  resetBooking,
  holidayGone,
  bookingAbandoned,
)

type Builder = ActionReducerMapBuilder<BookingState>

export const bookingReducer = createReducer(initialBooking, (builder) => {
  addAnswers(builder)
  addSteps(builder)
  addHoldAndEnd(builder)
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
      ...knownAtStart(payload),
    }))
    .addCase(createBookingCall.success, (state, { payload, meta }) => {
      if (!isPending(state, meta)) return
      takeBooking(state, payload)
      delete state.pendingParams
    })
    .addCase(createBookingCall.cancelled, (state, { meta }) =>
      isPending(state, meta) ? emptyBooking(state) : state,
    )
    .addCase(resumeBookingCall.success, (state, { payload }) => takeBooking(state, payload))
    .addCase(bookingContinued, (state, { payload }) => {
      state.parkName = payload.parkName
      state.parkBookingUrl = payload.parkBookingUrl
    })
    .addCase(loadBooking, (_, { payload }) => existingBooking(payload))
    .addCase(linkOpened, (_, { payload }) => linkedBooking(payload.token, payload.stay))
    .addCase(openPayLinkCall.success, (state, { payload, meta }) => {
      if (meta.request.params.token === state.bookingId)
        state.totalCost = toPence(payload.amount) ?? 0
    })
    .addCase(myBookingsCall.success, (state, { payload }) => {
      const found = payload.bookings.find(({ bookingId }) => bookingId === state.bookingId)
      if (found && state.type === 'existing') takeBalance(state, found)
    })
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
      state.party.dogs = payload.dogs
      // While servers are upgraded, an older one answers without the price: the known one counts.
      const unitPrice = toPence(payload.unitPrice)
      if (unitPrice !== undefined) {
        state.unitPrice = unitPrice
        state.priceNotes = payload.priceNotes
      }
      state.checkIn = payload.checkIn
      state.checkOut = payload.checkOut
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
function addHoldAndEnd(builder: Builder): void {
  builder
    .addCase(holdExtended, (state, { payload }) => {
      if (state.expiresAt !== undefined && payload > state.expiresAt) state.expiresAt = payload
    })
    .addCase(setBookingTimedOut, (state) => {
      state.bookingTimedOut = true
    })
    .addCase(receiptPrepared, (state, { payload }) => {
      state.receipt = payload
    })
    .addCase(completeBooking, (state, { payload }) => {
      state.confirmationId = state.bookingId
      delete state.bookingId
      state.receipt = payload
      state.stepsCompleted = [...stepNames]
    })
    .addCase(holidayGone, (state) => ({
      ...emptyBooking(state),
      unitGone: { parkName: state.parkName ?? '', parkBookingUrl: state.parkBookingUrl },
    }))
    .addCase(resetBooking, (state) => emptyBooking(state))
    .addCase(bookingAbandoned, (state) => emptyBooking(state))
    // A confirmation, or the news of a sold unit, stays until the visitor goes to another page.
    .addCase(routeChanged, (state, { payload: { path } }) => {
      const isOver = state.confirmationId !== undefined || state.unitGone !== undefined
      return isOver && !isBookingPath(path) ? emptyBooking(state) : state
    })
}

/**
 * Whether an answer belongs to the booking that is being started, not to one that was cancelled or
 * replaced.
 */
function isPending(
  { pendingParams }: BookingState,
  { request }: { request: { params: { unitId?: unknown; promo?: unknown } } },
): boolean {
  return (
    pendingParams !== undefined &&
    pendingParams.unitId === request.params.unitId &&
    (pendingParams.promo === true) === (request.params.promo === 1)
  )
}

/** An empty booking that keeps the previous booking's id, extras and park. */
function emptyBooking(state: BookingState): BookingState {
  const { previousBookingId, previousExtras, parkId, lastPark } = state
  return {
    ...initialBooking,
    previousBookingId,
    ...(lastPark && { lastPark }),
    ...(previousExtras && { previousExtras, parkId }),
  }
}

/** The state that is known when a booking starts. */
function knownAtStart(params: StartParams): Partial<BookingState> {
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
