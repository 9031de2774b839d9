/** The calls for finding an existing booking (group 'Manage booking' of internal/api/operations.go). */
import { defineCall } from '../../api'
import type { CancelPlan, ChangePlan, ExistingBooking } from '../../api/schema'
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

/** What a cancellation of a booking gives back now. */
export const planCancelCall = defineCall<{ bookingId: string }, CancelPlan>({
  name: 'PLAN_CANCEL',
  method: 'POST',
  path: '/api/plancancel',
  latest: true,
})

/** Cancels a booking as its plan says. The answer is the booking as it is then. */
export const cancelBookingCall = defineCall<
  { bookingId: string; plan: string; key: string },
  ExistingBooking
>({
  name: 'CANCEL_BOOKING',
  method: 'POST',
  path: '/api/cancelbooking',
})

/** The stay that the visitor wants in place of the booked one: date as dd/mm/yyyy, numbers as text. */
interface StayWish extends Record<string, string> {
  bookingId: string
}

/** What a change of the stay costs now. */
export const planChangeCall = defineCall<StayWish, ChangePlan>({
  name: 'PLAN_CHANGE',
  method: 'POST',
  path: '/api/planchange',
  latest: true,
})

/** Changes the stay as its plan says. The answer is the booking as it is then. */
export const changeStayCall = defineCall<StayWish & { plan: string; key: string }, ExistingBooking>(
  {
    name: 'CHANGE_BOOKING',
    method: 'POST',
    path: '/api/changebooking',
  },
)

/** Corrects names and contact details: only what is given. The answer is the booking as it is then. */
export const correctDetailsCall = defineCall<
  { bookingId: string } & Record<string, string>,
  ExistingBooking
>({
  name: 'CORRECT_DETAILS',
  method: 'POST',
  path: '/api/correctdetails',
})

/** Makes links by which others pay: name1, amount1, name2, … The answer is the booking as it is then. */
export const makePayLinksCall = defineCall<
  { bookingId: string; key: string } & Record<string, string>,
  ExistingBooking
>({
  name: 'MAKE_PAY_LINKS',
  method: 'POST',
  path: '/api/makepaylinks',
})

/** Takes a link back. The answer is the booking as it is then. */
export const endPayLinkCall = defineCall<{ bookingId: string; id: string }, ExistingBooking>({
  name: 'END_PAY_LINK',
  method: 'POST',
  path: '/api/endpaylink',
})

/** Asks for the references of the bookings under an e-mail address, by mail. */
export const resetBookingCall = defineCall<{ email: string }, unknown>({
  name: 'RESET_MY_BOOKING',
  method: 'POST',
  path: '/api/resetbooking',
  latest: true,
})
