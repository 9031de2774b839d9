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

/** Says which company provides the stay; '' where that is not known: an imported booking may not name it. */
export function providerText(
  { operatorName }: { operatorName?: string },
  park: { operatorName: string } | undefined,
): string {
  const name = operatorName || park?.operatorName
  return name ? `Your stay is provided by ${name}.` : ''
}

/** 'Trevarrow, Cornwall, TR1 1AA'. */
export function placeText(
  park: Pick<ParkDetails, 'town' | 'county' | 'regionName' | 'postcode'>,
): string {
  return [...new Set([park.town, park.county || park.regionName, park.postcode])]
    .filter(Boolean)
    .join(', ')
}
