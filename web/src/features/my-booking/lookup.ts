import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { RequestError } from '../../api'
import type { ExistingBooking } from '../../api/schema'
import type { Lookup } from '../../rules/lookup-form'
import { loadBooking, myBookingsCall } from '../booking'
import { resetPayment } from '../payment'
import { forgetBookingCall, lookupCall } from './calls'
import {
  deletePreviousBooking,
  type RootWithPreviousBooking,
  selectPreviousBooking,
  setPreviousBooking,
} from './previous-booking-slice'

type Dispatch = ThunkDispatch<RootWithPreviousBooking, unknown, UnknownAction>
type Thunk<R = void> = (dispatch: Dispatch, getState: () => RootWithPreviousBooking) => R

/**
 * Finds a booking and puts it into the state. Resolves to the error, or undefined. First it removes an
 * earlier payment from the state. Cancelled by `signal`, it stores nothing.
 */
export function lookUp(
  lookup: Lookup,
  signal?: AbortSignal,
): Thunk<Promise<RequestError | undefined>> {
  return async (dispatch) => {
    dispatch(resetPayment())
    const result = await dispatch(lookupCall.run(lookup, { signal }))
    if (!result.ok) return result.error
    loadedIds.add(result.data.bookingId)
    dispatch(setPreviousBooking(result.data))
    return undefined
  }
}

/** The bookings that this document has loaded; any other one was restored after a reload. */
const loadedIds = new Set<string>()

/**
 * Loads the shown booking again: once after a reload, and each time while a payment is being checked.
 * With `always`, in any case. Removes it when this session may not see it any more.
 */
export function refreshBooking(
  bookingId: string,
  signal: AbortSignal,
  always = false,
): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const known = loadedIds.has(bookingId) && !selectPreviousBooking(getState())?.paymentPending
    if (known && !always) return
    const result = await dispatch(myBookingsCall.run(undefined, { signal }))
    if (!result.ok && result.error.status === -1) return
    loadedIds.add(bookingId)
    const refused = !result.ok && result.error.status >= 400 && result.error.status < 500
    // Without an answer the shown booking is kept.
    if (!result.ok && !refused) return
    const found = result.ok
      ? result.data.bookings.find((each) => each.bookingId === bookingId)
      : undefined
    dispatch(found ? setPreviousBooking(found) : deletePreviousBooking())
  }
}

/** The codes of refusals after which the page does not show the booking as it is. */
const outOfDate = new Set(['BOOKING_STATE', 'NOT_FOUND', 'NO_BOOKING_SESSION'])

/**
 * Shows a booking to which this session has access already, such as one that My Holidays has opened.
 * Without access it shows none.
 */
export function openBooking(bookingId: string, signal: AbortSignal): Thunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(resetPayment())
    await dispatch(refreshBooking(bookingId, signal, true))
  }
}

/**
 * After a refusal, loads the shown booking again if it was changed in another tab, or the access to it
 * has ended.
 */
export function changedElsewhere(
  bookingId: string,
  { errors }: RequestError,
  signal: AbortSignal,
): Thunk<Promise<void>> {
  return async (dispatch) => {
    if (errors.some(({ code }) => code !== undefined && outOfDate.has(code)))
      await dispatch(refreshBooking(bookingId, signal, true))
  }
}

/** Makes the shown booking the one to pay for. */
export function payBalance(booking: ExistingBooking): Thunk {
  return (dispatch) => {
    dispatch(loadBooking(booking))
    dispatch(deletePreviousBooking())
  }
}

/** Removes the shown booking, here and on the server. */
export function forget({ bookingId }: ExistingBooking): Thunk {
  return (dispatch) => {
    dispatch(deletePreviousBooking())
    void dispatch(forgetBookingCall.run({ bookingId }))
  }
}
