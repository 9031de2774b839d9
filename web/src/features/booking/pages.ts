/** The booking's pages, loaded when the first of them is visited. */
export { BookingLayout } from './BookingLayout'
export { Confirmation } from './Confirmation'
export { DetailsStep } from './DetailsStep'
export { ExtrasStep } from './ExtrasStep'
