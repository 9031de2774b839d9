import { CalendarPlus, Navigation } from 'lucide-react'
import { useSelector } from 'react-redux'
import type { ParkDetails } from '../../api/schema'
import { brand } from '../../brands'
import { calendarFile, directionsUrl, type CalendarEntry } from '../../rules/stay-links'
import { AppLink } from '../../ui'
import { selectToday } from '../catalogue'

/** 'Get directions' to the park, and the stay as a file for the visitor's calendar. */
export function StayLinks({
  park,
  ...stay
}: Pick<CalendarEntry, 'reference' | 'unit' | 'arrival' | 'departure' | 'times'> & {
  park: Pick<ParkDetails, 'name' | 'address' | 'lat' | 'lon'>
}) {
  const today = useSelector(selectToday)
  const { brandName, siteUrl } = brand.global
  const place = park.address
  const file = calendarFile({ ...stay, brandName, host: siteUrl, park: park.name, place, today })
  return (
    <p className="flex flex-wrap gap-x-6">
      <AppLink href={directionsUrl({ ...park, place })} className={link}>
        <Navigation size={20} aria-hidden="true" />
        Get directions
      </AppLink>
      <a
        href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
        download={`holiday-${stay.reference}.ics`}
        className={link}
      >
        <CalendarPlus size={20} aria-hidden="true" />
        Add to calendar
      </a>
    </p>
  )
}

const link = 'text-link inline-flex min-h-11 items-center gap-2'
