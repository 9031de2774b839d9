/** Reads a booking in progress again, and ends it when its hold has run out. */
import { hasCode, type Result } from '../../api'
import { track } from '../analytics'
import { replaceExtras } from './booking-form-slice'
import { setBookingTimedOut } from './booking-slice'
import {
  type BookingData,
  getDepositCall,
  getExtrasCall,
  myBookingsCall,
  openPayLinkCall,
  resumeBookingCall,
} from './calls'
import type { BookingThunk } from './state'

/** Loads the booking in progress again. */
export function resumeBooking(
  bookId: string,
  signal?: AbortSignal,
): BookingThunk<Promise<Result<BookingData>>> {
  return async (dispatch) =>
    dispatch(noteTimeOut(await dispatch(resumeBookingCall.run({ bookId }, { signal }))))
}

/**
 * Loads the amounts again when those shown may be out of date: price, extras and deposit, of an
 * existing booking its balance. The server's extras replace the chosen ones.
 */
export function refreshAmounts(): BookingThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { type, linked, bookingId: bookId } = getState().booking
    if (linked && bookId !== undefined) await dispatch(openPayLinkCall.run({ token: bookId }))
    else if (type === 'existing') await dispatch(myBookingsCall.run(undefined))
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

/**
 * Times the booking out, once, whether the browser or the server notices the end of the hold first.
 */
export function timeOutBooking(): BookingThunk {
  return (dispatch, getState) => {
    if (getState().booking.bookingTimedOut) return
    dispatch(setBookingTimedOut())
    track('booking_timeout')
  }
}

/**
 * Returns a result unchanged. When the result says that the hold has run out, the booking is timed
 * out, too.
 */
export function noteTimeOut<Data>(result: Result<Data>): BookingThunk<Result<Data>> {
  return (dispatch) => {
    if (!result.ok && hasCode(result.error, 'BOOKING_EXPIRED')) dispatch(timeOutBooking())
    return result
  }
}
