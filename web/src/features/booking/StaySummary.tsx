import { imageUrl } from '../../brands'
import { type CalendarDate, formatDayMonth } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { dogsText, timesText } from '../../rules/stay-times'
import type { BookingState } from './booking-state'
import { dogsOf, stayDates, timesOf, useBookingState } from './state'

/** 'Mon 4th May 2026'. */
export function stayDate(date: CalendarDate): string {
  return date === '' ? '' : formatDayMonth(date, 'short', true)
}

/** The address of a unit type's picture. */
export function unitPicture(unitTypeId: string): string {
  return imageUrl(`units/${encodeURIComponent(unitTypeId)}`)
}

/** '4 guests + 2 dogs'. */
export function partyText({ party }: Pick<BookingState, 'party'>): string {
  const guests = plural(party.adults + party.children + party.under5s, 'guest')
  const dogs = dogsText(party)
  return dogs ? `${guests} + ${dogs}` : guests
}

/**
 * What is booked: picture, unit and park, dates, nights and guests. Dogs and times are those of the
 * form, which may not be saved yet.
 */
export function StaySummary() {
  const booking = useBookingState((state) => state.booking)
  const dogs = useBookingState(dogsOf) ?? booking.party.dogs
  const times = useBookingState((state) => timesText(timesOf(state)))
  const { arrival, departure } = stayDates(booking)
  return (
    <div className="flex items-center gap-3.5">
      <img
        src={unitPicture(booking.unitTypeId ?? '')}
        alt=""
        width={104}
        height={78}
        className="h-[78px] w-[104px] rounded-field bg-skeleton object-cover"
      />
      <div className="min-w-0">
        <p className="text-lead/6 font-bold">
          {[booking.unitDesc, booking.parkName].filter(Boolean).join(', ')}
        </p>
        <p className="text-small text-balance text-muted">{`${stayDate(arrival)} to ${stayDate(departure)}`}</p>
        <p className="text-small text-muted">{`${plural(booking.duration ?? 0, 'night')}, ${partyText({ party: { ...booking.party, dogs } })}`}</p>
        <p className="text-small text-muted">{times}</p>
      </div>
    </div>
  )
}

/**
 * Which company provides the stay. Nothing where the booking does not name it, as an imported one may
 * not: the park's operator of today may be another.
 */
export function ProvidedBy({
  booking: { operatorName },
  className,
}: {
  booking: { operatorName?: string }
  className?: string
}) {
  return operatorName ? (
    <p className={className}>{`Your stay is provided by ${operatorName}.`}</p>
  ) : null
}
