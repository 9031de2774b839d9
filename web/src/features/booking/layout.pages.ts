/** The frame of the booking's steps. In a chunk of its own: payment needs it without the other steps. */
export { BookingLayout } from './BookingLayout'
