import { bookingFormReducer, bookingReducer, extrasReducer, userReducer } from '../features/booking'
import { previousBookingReducer } from '../features/my-booking'
import { paymentReducer } from '../features/payment'

/**
 * The slices of making, paying for and looking up a booking. They come with the
 * first page that needs one of them, and all together: an event of one concerns
 * the others.
 */
export const bookingSlices = {
  booking: bookingReducer,
  bookingForm: bookingFormReducer,
  extras: extrasReducer,
  payment: paymentReducer,
  previousBooking: previousBookingReducer,
  user: userReducer,
}
