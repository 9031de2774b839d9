import { describe, expect, it } from 'vitest'
import { calendarFile, directionsUrl } from './stay-links'

describe('directions', () => {
  it.each([
    [{ lat: '50.34', lon: '-5.15' }, '50.34,-5.15'],
    [{ lat: '', lon: '' }, 'Gannet Sands, Perranporth, TR6 0AA'],
    [{ lat: 0, lon: 0 }, 'Gannet Sands, Perranporth, TR6 0AA'],
  ])('lead to the position, or to the name where that is unknown: %o', (position, destination) => {
    const url = new URL(
      directionsUrl({ name: 'Gannet Sands', place: 'Perranporth, TR6 0AA', ...position }),
    )
    expect(url.searchParams.get('destination')).toBe(destination)
  })
})

describe('the file for a calendar', () => {
  const stay = {
    reference: 'MT-7K2Q',
    brandName: 'Meridian Times Holidays',
    host: 'www.meridian.example',
    park: 'Gannet Sands',
    place: 'Perranporth, TR6 0AA',
    unit: 'Turnstone; 2 bedrooms',
    arrival: '2026-12-28',
    departure: '2027-01-01',
    times: { checkIn: '4pm', checkOut: 'midday' },
    today: '2026-11-23',
  }

  it('covers the days from the arrival to the departure', () => {
    const lines = calendarFile(stay).split('\r\n')
    expect(lines).toContain('DTSTART;VALUE=DATE:20261228')
    expect(lines).toContain('DTEND;VALUE=DATE:20270102')
    expect(lines).toContain('UID:MT-7K2Q@www.meridian.example')
    expect(lines).toContain(String.raw`LOCATION:Gannet Sands\, Perranporth\, TR6 0AA`)
    expect(calendarFile(stay).replaceAll('\r\n ', '')).toContain(
      String.raw`DESCRIPTION:Turnstone\; 2 bedrooms\nCheck in from 4pm\, check out by midday\nBooking reference MT-7K2Q\, Meridian`,
    )
    expect(lines.at(-2)).toBe('END:VCALENDAR')
  })

  it('has no line of more than 75 bytes, and loses no character of a long name', () => {
    const park = `${'Parc Gwyliau Môr '.repeat(8)}Ynys Môn`
    const file = calendarFile({ ...stay, park })
    const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:Holiday at ${park}\r\n`)
  })
})
