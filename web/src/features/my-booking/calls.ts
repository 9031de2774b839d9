/** The calls of looking a booking up again. (docs/api.md, 'Manage booking') */
import { defineCall } from '../../api'
import type { ExistingBooking, MyBookings } from '../../api/schema'
import type { Lookup } from '../../rules/lookup-form'

/** Finds a booking. Personal data is sent in the body, never in the address. */
export const lookupCall = defineCall<Lookup, ExistingBooking>({
  name: 'GET_MY_BOOKING',
  method: 'POST',
  path: '/api/getMyBooking',
  latest: true,
  send: (lookup) => ({ ...lookup }),
})

/** The bookings that this session has looked up. */
export const myBookingsCall = defineCall<void, MyBookings>({
  name: 'MY_BOOKINGS',
  path: '/api/mybookings',
  latest: true,
})

/** Drops a looked-up booking from this session. */
export const forgetBookingCall = defineCall<{ bookingId: string }, unknown>({
  name: 'FORGET_BOOKING',
  method: 'POST',
  path: '/api/mybookings',
  send: ({ bookingId }) => ({ bookingId, action: 'forget' }),
})

/** Asks for the references of the bookings under an e-mail address, by mail. */
export const resetBookingCall = defineCall<{ email: string }, unknown>({
  name: 'RESET_MY_BOOKING',
  method: 'POST',
  path: '/api/resetbooking',
  latest: true,
})
