import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { RequestError } from '../../api'
import type { ExistingBooking } from '../../api/schema'
import type { Lookup } from '../../rules/lookup-form'
import { loadBooking } from '../booking'
import { resetPayment } from '../payment'
import { forgetBookingCall, lookupCall, myBookingsCall } from './calls'
import {
  deletePreviousBooking,
  type RootWithPreviousBooking,
  selectPreviousBooking,
  setPreviousBooking,
} from './previous-booking-slice'

type Dispatch = ThunkDispatch<RootWithPreviousBooking, unknown, UnknownAction>
type Thunk<R = void> = (dispatch: Dispatch, getState: () => RootWithPreviousBooking) => R

/**
 * Finds a booking and stores it. Resolves to the error, or undefined. It first forgets an earlier
 * card payment. Cancelled by `signal`, it stores nothing.
 */
export function lookUp(
  lookup: Lookup,
  signal?: AbortSignal,
): Thunk<Promise<RequestError | undefined>> {
  return async (dispatch) => {
    dispatch(resetPayment())
    const result = await dispatch(lookupCall.run(lookup, { signal }))
    if (!result.ok) return result.error
    readHere.add(result.data.bookingId)
    dispatch(setPreviousBooking(result.data))
    return undefined
  }
}

/** The bookings that this document has loaded; any other one was restored after a reload. */
const readHere = new Set<string>()

/**
 * After a reload, once, and whenever a payment was still being checked: loads the current state of
 * the shown booking, or removes it where this session may not see it any more.
 */
export function refreshBooking(bookingId: string, signal: AbortSignal): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (readHere.has(bookingId) && !selectPreviousBooking(getState())?.paymentPending) return
    const result = await dispatch(myBookingsCall.run(undefined, { signal }))
    if (!result.ok && result.error.status === -1) return
    readHere.add(bookingId)
    const refused = !result.ok && result.error.status >= 400 && result.error.status < 500
    // Without an answer the shown booking stays.
    if (!result.ok && !refused) return
    const found = result.ok
      ? result.data.bookings.find((each) => each.bookingId === bookingId)
      : undefined
    dispatch(found ? setPreviousBooking(found) : deletePreviousBooking())
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
