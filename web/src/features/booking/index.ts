/** Making a booking: its state, and how it is started, paid for and confirmed. Its pages are in pages.ts. */
export {
  bookingReducer,
  completeBooking,
  customBookingPayment,
  customBookingPaymentErr,
  holdExtended,
  holidayGone,
  isNextBooking,
  loadBooking,
  receiptPrepared,
  setPreviousBookingId,
  stepNotCompleted,
} from './booking-slice'
export type { BookingState, Receipt } from './booking-state'
export {
  bookingFormReducer,
  paymentOptionChosen,
  type BookingFormState,
} from './booking-form-slice'
export type { StepContext } from './StepFrame'
export { myBookingsCall, type StartParams } from './calls'
export { BookingSlices, CODE_MISSING, useBookingCode } from './booking-code'
export { useHolds } from './holds'
export { HeldBooking } from './lazy-parts'
export { extrasReducer, type ExtrasState } from './extras-slice'
export { noteTimeOut, refreshAmounts } from './resume-booking'
export type { StartResult } from './start-booking'
export {
  chosenExtras,
  bookedExtras,
  sameSums,
  selectBreakdown,
  selectPayToday,
  selectTopUp,
  todayOf,
  type BookingDispatch,
  type RootWithBooking,
} from './state'
export { OpenDocument } from './open-document'
export { ParkNotes } from './ImportantInfo'
export { priceLines } from './booking-answers'
export { OperatorBalance } from './OperatorBalance'
export { discountLabel, PriceLines, SumLine } from './PriceBreakdown'
export { StayLinks } from './StayLinks'
export { ProvidedBy } from './StaySummary'
export { stepPaths } from './step-paths'
export { finishStep, isPaying } from './steps'
export { CancelTerms, TermsNote } from './TermsNote'
export { userReducer, type UserDetails, type UserState } from './user-slice'
