import { plural } from './plural'

/** When guests may come and must leave, as the park writes it: '4pm'. */
export interface StayTimes {
  checkIn?: string
  checkOut?: string
}

/** 'Check in from 4pm, check out by 10am'; '' where neither is known. */
export function timesText({ checkIn, checkOut }: StayTimes): string {
  const text = [checkIn && `check in from ${checkIn}`, checkOut && `check out by ${checkOut}`]
    .filter(Boolean)
    .join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The times of a stay with what the chosen extras change. Of several that change the same time, the
 * last one of the park's list counts.
 */
export function timesWith(stay: StayTimes, chosen: readonly StayTimes[]): StayTimes {
  return {
    checkIn: chosen.findLast(({ checkIn }) => checkIn)?.checkIn ?? stay.checkIn,
    checkOut: chosen.findLast(({ checkOut }) => checkOut)?.checkOut ?? stay.checkOut,
  }
}

/** The times of a booking; those of the park where the booking does not know them. */
export function knownTimes(booking: StayTimes, park: StayTimes | undefined): StayTimes {
  return {
    checkIn: booking.checkIn || park?.checkIn,
    checkOut: booking.checkOut || park?.checkOut,
  }
}

/** 'dogs' where their number is not known, '1 dog' or '2 dogs'; '' without dogs. */
export function dogsText({ petFriendly, dogs }: { petFriendly: boolean; dogs?: number }): string {
  if (!petFriendly) return ''
  return dogs ? plural(dogs, 'dog') : 'dogs'
}
