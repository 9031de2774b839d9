/** Looking a booking up again. Its pages are in pages.ts. */
export { previousBookingReducer, type PreviousBookingState } from './previous-booking-slice'
