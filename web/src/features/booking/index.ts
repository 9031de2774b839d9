/** Making a booking: its state, how it is started and left, and its pages. */
export {
  bookingReducer,
  completeBooking,
  customBookingPayment,
  customBookingPaymentErr,
  holdExtended,
  loadBooking,
  resetBooking,
  setPreviousBookingId,
  stepNotCompleted,
  type BookingState,
  type Receipt,
} from './booking-slice'
export {
  bookingFormReducer,
  selectPaymentOption,
  type BookingFormState,
} from './booking-form-slice'
export { extrasReducer, type ExtrasState } from './extras-slice'
export { userReducer, type UserDetails, type UserState } from './user-slice'
export type { StartParams } from './calls'
export { startBooking, type StartResult, unavailableUnit } from './start-booking'
