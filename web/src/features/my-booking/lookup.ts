import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { RequestError } from '../../api'
import type { ExistingBooking } from '../../api/schema'
import type { Lookup } from '../../rules/lookup-form'
import { loadBooking } from '../booking'
import { resetPayment } from '../payment'
import { forgetBookingCall, lookupCall, myBookingsCall } from './calls'
import {
  deletePreviousBooking,
  type RootWithPreviousBooking,
  setPreviousBooking,
} from './previous-booking-slice'

type Dispatch = ThunkDispatch<RootWithPreviousBooking, unknown, UnknownAction>
type Thunk<R = void> = (dispatch: Dispatch, getState: () => RootWithPreviousBooking) => R

export const useMyBookingDispatch = () => useDispatch<Dispatch>()

/** Looks a booking up and keeps it; answers why it could not. An earlier card payment is forgotten first. */
export function lookUp(lookup: Lookup): Thunk<Promise<RequestError | undefined>> {
  return async (dispatch) => {
    dispatch(resetPayment())
    const result = await dispatch(lookupCall.run(lookup))
    if (!result.ok) return result.error
    readHere.add(result.data.bookingId)
    dispatch(setPreviousBooking(result.data))
    return undefined
  }
}

/** The bookings that this document has read; any other was brought back by a reload. */
const readHere = new Set<string>()

/** After a reload, once: the shown booking as it now is, or none where this session may not see it any more. */
export function readAnew(bookingId: string): Thunk<Promise<void>> {
  return async (dispatch) => {
    if (readHere.has(bookingId)) return
    readHere.add(bookingId)
    const result = await dispatch(myBookingsCall.run())
    const refused = !result.ok && result.error.status >= 400 && result.error.status < 500
    // Without an answer what is there stays.
    if (!result.ok && !refused) return
    const found = result.ok
      ? result.data.bookings.find((each) => each.bookingId === bookingId)
      : undefined
    dispatch(found ? setPreviousBooking(found) : deletePreviousBooking())
  }
}

/** Makes the shown booking the one that is paid for. */
export function payBalance(booking: ExistingBooking): Thunk {
  return (dispatch) => {
    dispatch(loadBooking(booking))
    dispatch(deletePreviousBooking())
  }
}

/** Drops the shown booking, here and at the server. */
export function forget({ bookingId }: ExistingBooking): Thunk {
  return (dispatch) => {
    dispatch(deletePreviousBooking())
    void dispatch(forgetBookingCall.run({ bookingId }))
  }
}
