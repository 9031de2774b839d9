import { errorMessages, hasCode, loadErrorText, type RequestError, showsCodes } from '../../api'
import { LoadingError } from '../../ui'
import type { BookingLoad } from './booking-data'
import type { BookingState } from './booking-state'
import { PriceChanged, UnitTaken } from './endings'
import { changedPrice } from './start-booking'

/** The text when a booking could not be loaded. */
export const BOOKING_LOAD = 'There was an error while loading the booking data. Please try again.'

/** Shown when the booking could not be started. */
export function StartFailure({
  booking,
  load: { error, retry },
}: {
  booking: BookingState
  load: BookingLoad
}) {
  const { pendingParams, parkBookingUrl } = booking
  const changed = changedPrice(error)
  if (changed && pendingParams) return <PriceChanged params={pendingParams} {...changed} />
  if (hasCode(error, 'UNIT_UNAVAILABLE')) return <UnitTaken parkBookingUrl={parkBookingUrl} />
  return <LoadingError fetching={false} error={startFailureText(error)} onRetry={retry} />
}

/**
 * The server's message for a refused start, 'Booking failed' where it has none, or the load text
 * when there was no answer.
 */
function startFailureText(error: RequestError | undefined): string | undefined {
  const refused = error && error.status >= 400 && error.status < 500
  if (refused)
    return error.errors.length > 0
      ? errorMessages(error, showsCodes(error)).join('\n')
      : 'Booking failed'
  return loadErrorText(error, BOOKING_LOAD)
}
