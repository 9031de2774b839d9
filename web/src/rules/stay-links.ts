// What a visitor takes along from a booked stay: the way to the park, and the stay as a file for a
// calendar (RFC 5545).
import { addDays, type CalendarDate } from './dates'
import { mapPosition } from './map-position'
import { type StayTimes, timesText } from './stay-times'

interface Destination {
  name: string
  /** Its postal address. */
  place: string
  lat?: string | number
  lon?: string | number
}

/** The address of directions to a park: to its position, or to its name where that is unknown. */
export function directionsUrl(park: Destination): string {
  const position = mapPosition(park)
  const destination = position
    ? `${position.lat},${position.lon}`
    : [park.name, park.place].filter(Boolean).join(', ')
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination }).toString()}`
}

/** A stay as an entry of a calendar. */
export interface CalendarEntry {
  reference: string
  /** The name and the host of the site on which it was booked. */
  brandName: string
  host: string
  park: string
  /** The park's postal address; '' if unknown. */
  place: string
  unit: string
  arrival: CalendarDate
  departure: CalendarDate
  times: StayTimes
  today: CalendarDate
}

/** The file of a stay: an entry over whole days, from the arrival to the departure. */
export function calendarFile(stay: CalendarEntry): string {
  const compact = (day: CalendarDate) => day.replaceAll('-', '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(stay.brandName)}//Booking//EN`,
    'BEGIN:VEVENT',
    `UID:${escaped(stay.reference)}@${stay.host}`,
    `DTSTAMP:${compact(stay.today)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(stay.arrival)}`,
    // The end is the first day that is not part of it.
    `DTEND;VALUE=DATE:${compact(addDays(stay.departure, 1))}`,
    `SUMMARY:${escaped(`Holiday at ${stay.park}`)}`,
    `LOCATION:${escaped([stay.park, stay.place].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${escaped([stay.unit, timesText(stay.times), `Booking reference ${stay.reference}, ${stay.brandName}`].filter(Boolean).join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** A text without characters that have a meaning in the file. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n|\r/g, String.raw`\n`)
}

/** A line has at most 75 bytes; the rest of it follows on lines that begin with a space. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let size = 0
  let text = ''
  for (const char of line) {
    const bytes = encoder.encode(char).length
    if (size + bytes > 75) {
      text += '\r\n '
      size = 1
    }
    text += char
    size += bytes
  }
  return text
}
