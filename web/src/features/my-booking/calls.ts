/** The calls for finding an existing booking (group 'Manage booking' of internal/api/operations.go). */
import { defineCall } from '../../api'
import type { ExistingBooking } from '../../api/schema'
import type { Lookup } from '../../rules/lookup-form'

/** Finds a booking. Personal data is sent in the body, never in the URL. */
export const lookupCall = defineCall<Lookup, ExistingBooking>({
  name: 'GET_MY_BOOKING',
  method: 'POST',
  path: '/api/getMyBooking',
  latest: true,
  send: (lookup) => ({ ...lookup }),
})

/** Removes a found booking from this session. */
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
