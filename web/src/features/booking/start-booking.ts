import { hasCode, type RequestError } from '../../api'
import { unavailableUnit } from '../page'
import { bookingStarted, bookingUnchanged, setPreviousBookingId } from './booking-slice'
import { createBookingCall, type StartParams } from './calls'
import type { BookingThunk } from './state'

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
 * Starts a booking of a unit. For the unit of the current booking, with or without the promotion as
 * before, it only returns 'unchanged'; for any other it resets the booking first, so that the booking
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
      booking.promo === (params.promo === true) &&
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

/** The new price of a unit, and the offer with that price. */
export function changedPrice(
  error: RequestError | undefined,
): { price: string; unitId: string } | undefined {
  if (!error || !hasCode(error, 'PRICE_CHANGED') || !error.price || !error.unitId) return undefined
  return { price: error.price, unitId: error.unitId }
}
