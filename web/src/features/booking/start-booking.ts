import { type RequestError, type Result } from '../../api'
import {
  bookingStarted,
  bookingUnchanged,
  setBookingTimedOut,
  setPreviousBookingId,
} from './booking-slice'
import { replaceExtras } from './booking-form-slice'
import {
  type BookingData,
  createBookingCall,
  getDepositCall,
  getExtrasCall,
  resumeBookingCall,
  type StartParams,
} from './calls'
import type { BookingThunk } from './state'
import { track } from '../analytics'
import { unavailableUnit } from '../search'

/**
 * The result of starting a booking. The booking pages show every result themselves, so a caller may
 * open /booking/extras at once.
 */
export type StartResult =
  | { kind: 'started' | 'unchanged'; bookingId: string }
  /** Another visitor has taken the unit. */
  | { kind: 'unavailable'; code: 'UNIT_UNAVAILABLE' }
  /** The price has changed: the new price in pounds, and the offer with that price. */
  | { kind: 'price-changed'; code: 'PRICE_CHANGED'; price: string; unitId: string }
  | { kind: 'failed'; error: RequestError }

/**
 * Starts a booking of a unit. The same unit as the current booking's only
 * gives 'unchanged'; any other resets the booking first, so that the booking
 * pages can be opened while the request runs:
 *
 *     void dispatch(startBooking(params))
 *     navigate('/booking/extras')
 *
 * Cancelled by `signal`, it fails with status -1 and removes the booking from state.
 */
export function startBooking(
  params: StartParams,
  signal?: AbortSignal,
): BookingThunk<Promise<StartResult>> {
  return async (dispatch, getState) => {
    const { booking, requests } = getState()
    const current =
      booking.bookingId !== undefined || requests[createBookingCall.name]?.fetching === true
    if (
      current &&
      booking.type === 'new' &&
      booking.unitId === params.unitId &&
      !booking.bookingTimedOut
    ) {
      dispatch(bookingUnchanged())
      return { kind: 'unchanged', bookingId: booking.bookingId ?? '' }
    }
    dispatch(bookingStarted(params))
    return dispatch(requestBooking(params, signal))
  }
}

/** Requests the booking for pendingParams: the first time, and after 'Retry'. */
export function requestBooking(
  params: StartParams,
  signal?: AbortSignal,
): BookingThunk<Promise<StartResult>> {
  return async (dispatch) => {
    const result = await dispatch(createBookingCall.run(params, { signal }))
    if (result.ok) {
      dispatch(setPreviousBookingId(undefined))
      return { kind: 'started', bookingId: result.data.booking.bookId }
    }
    if (hasCode(result.error, 'UNIT_UNAVAILABLE')) {
      dispatch(unavailableUnit(params.unitId))
      return { kind: 'unavailable', code: 'UNIT_UNAVAILABLE' }
    }
    const changed = changedPrice(result.error)
    return changed
      ? { kind: 'price-changed', code: 'PRICE_CHANGED', ...changed }
      : { kind: 'failed', error: result.error }
  }
}

/** Loads the booking in progress again. */
export function resumeBooking(
  bookId: string,
  signal?: AbortSignal,
): BookingThunk<Promise<Result<BookingData>>> {
  return async (dispatch) =>
    dispatch(noteTimeOut(await dispatch(resumeBookingCall.run({ bookId }, { signal }))))
}

/**
 * Loads price, extras and deposit again when the shown amounts may be out of date. The server's
 * extras replace the chosen ones.
 */
export function refreshAmounts(): BookingThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { type, bookingId: bookId } = getState().booking
    if (type !== 'new' || bookId === undefined) return
    const [, extras, deposit] = await Promise.all([
      dispatch(resumeBooking(bookId)),
      dispatch(getExtrasCall.run({ bookId })),
      dispatch(getDepositCall.run({ bookId })),
    ])
    for (const result of [extras, deposit]) dispatch(noteTimeOut<unknown>(result))
    if (!extras.ok || getState().booking.bookingId !== bookId) return
    dispatch(
      replaceExtras(Object.fromEntries(extras.data.extras.map(({ code, value }) => [code, value]))),
    )
  }
}

/** The new price of a unit, and the offer with that price. */
export function changedPrice(
  error: RequestError | undefined,
): { price: string; unitId: string } | undefined {
  if (!error || !hasCode(error, 'PRICE_CHANGED') || !error.price || !error.unitId) return undefined
  return { price: error.price, unitId: error.unitId }
}

/** Whether a failed request has a given error code. */
export function hasCode(error: RequestError | undefined, code: string): boolean {
  return error?.errors.some((each) => each.code === code) ?? false
}

/**
 * Times the booking out. Once for each booking, whether the browser or the server notices it first.
 */
export function timeOutBooking(): BookingThunk {
  return (dispatch, getState) => {
    if (getState().booking.bookingTimedOut) return
    dispatch(setBookingTimedOut())
    track('booking_timeout')
  }
}

/**
 * Returns a result unchanged. Where it says that the hold has run out, it also times the booking
 * out.
 */
export function noteTimeOut<Data>(result: Result<Data>): BookingThunk<Result<Data>> {
  return (dispatch) => {
    if (!result.ok && hasCode(result.error, 'BOOKING_EXPIRED')) dispatch(timeOutBooking())
    return result
  }
}
