/** Finding an existing booking. Its pages are in pages.ts. */
export { previousBookingReducer, type PreviousBookingState } from './previous-booking-slice'
