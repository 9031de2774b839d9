import { bookingFormReducer, bookingReducer, extrasReducer, userReducer } from '../features/booking'
import { previousBookingReducer } from '../features/my-booking'
import { paymentReducer } from '../features/payment'

/**
 * The slices for making, paying for and finding a booking. They are loaded with the first page that
 * needs one of them, and all together, because an event of one concerns the others.
 */
export const bookingSlices = {
  slices: {
    booking: bookingReducer,
    bookingForm: bookingFormReducer,
    extras: extrasReducer,
    payment: paymentReducer,
    previousBooking: previousBookingReducer,
    user: userReducer,
  },
}
