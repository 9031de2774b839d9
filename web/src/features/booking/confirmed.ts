import type { ParkDetails } from '../../api/schema'
import type { BookingState, Receipt } from './booking-state'

/** What the screen and the printed sheet show of a confirmed booking. */
export interface ConfirmedProps {
  booking: BookingState
  receipt: Receipt
  reference: string
  /** The booked park; undefined until it is loaded. */
  park: ParkDetails | undefined
}
