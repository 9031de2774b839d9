import { imageUrl } from '../../brands'
import { type CalendarDate, formatDayMonth } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { dogsText, timesText } from '../../rules/stay-times'
import type { BookingState } from './booking-state'
import { stayDates, useBookingState } from './state'

/** 'Mon 4th May 2026'. */
export function stayDate(date: CalendarDate): string {
  return date === '' ? '' : formatDayMonth(date, 'short', true)
}

/** The address of a unit type's picture. */
export function unitPicture(unitTypeId: string): string {
  return imageUrl(`units/${encodeURIComponent(unitTypeId)}`)
}

/** '4 guests + 2 dogs'. */
export function partyText({ party }: BookingState): string {
  const guests = plural(party.adults + party.children + party.under5s, 'guest')
  const dogs = dogsText(party)
  return dogs ? `${guests} + ${dogs}` : guests
}

/** What is booked: picture, unit and park, dates, nights and guests. */
export function StaySummary() {
  const booking = useBookingState((state) => state.booking)
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
        <p className="text-small text-muted">{`${plural(booking.duration ?? 0, 'night')}, ${partyText(booking)}`}</p>
        <p className="text-small text-muted">{timesText(booking)}</p>
      </div>
    </div>
  )
}
