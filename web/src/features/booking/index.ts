/** Making a booking: its state, and how it is started, paid for and confirmed. Its pages are in pages.ts. */
export {
  bookingReducer,
  completeBooking,
  customBookingPayment,
  customBookingPaymentErr,
  holdExtended,
  holidayGone,
  loadBooking,
  paymentBegun,
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
export type { StepContext } from './BookingLayout'
export { getDepositCall, type StartParams } from './calls'
export { extrasReducer, type ExtrasState } from './extras-slice'
export { trackLater } from './later-events'
export {
  hasCode,
  noteTimeOut,
  startBooking,
  timeOutBooking,
  type StartResult,
} from './start-booking'
export {
  chosenExtras,
  chosenLines,
  selectBreakdown,
  selectPayToday,
  selectTopUp,
  todayOf,
  type BookingDispatch,
  type RootWithBooking,
} from './state'
export { OpenDocument } from './open-document'
export { finishStep, isPaying, stepPaths } from './steps'
export { userReducer, type UserDetails, type UserState } from './user-slice'
