/** What pages outside the booking need to begin or continue one: it is loaded when they need it. */
import { createContext, useCallback, useContext } from 'react'
import type { RequestError } from '../../api'

/** Adds the slices of the booking to the store. The app gives it, because the slices are of several features. */
export const BookingSlices = createContext<() => Promise<void>>(async () => {})

/** Loads `startBooking`, and adds the slices of the booking. */
export function useBookingCode() {
  const addSlices = useContext(BookingSlices)
  return useCallback(async () => {
    const [{ startBooking }] = await Promise.all([import('./start-booking'), addSlices()])
    return startBooking
  }, [addSlices])
}

/** The failure of a booking whose code cannot be loaded. */
export const CODE_MISSING: RequestError = {
  status: 0,
  errors: [{ message: 'This part of the page could not be loaded. Please reload the page.' }],
}
