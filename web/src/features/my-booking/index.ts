/** Looking a booking up again. Its pages are in pages.ts. */
export { LookupForm } from './LookupForm'
export {
  deletePreviousBooking,
  previousBookingReducer,
  setPreviousBooking,
  type PreviousBookingState,
} from './previous-booking-slice'
