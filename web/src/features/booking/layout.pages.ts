/** The frame of the booking's steps, in a chunk of its own, which payment uses without the other steps. */
export { BookingLayout } from './BookingLayout'
