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

/** 'Trevarrow, Cornwall, TR1 1AA'. */
export function placeText(
  park: Pick<ParkDetails, 'town' | 'county' | 'regionName' | 'postcode'>,
): string {
  return [...new Set([park.town, park.county || park.regionName, park.postcode])]
    .filter(Boolean)
    .join(', ')
}
