/** Looking a booking up again. Its pages are in pages.ts. */
export {
  deletePreviousBooking,
  previousBookingReducer,
  setPreviousBooking,
  type PreviousBookingState,
} from './previous-booking-slice'
