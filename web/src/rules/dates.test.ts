import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  addWeeks,
  ageOn,
  calendarDate,
  DAY_MS,
  formatDayMonth,
  formatMedium,
  formatMonth,
  formatShort,
  fromIso,
  londonDate,
  londonTime,
  monthGrid,
  monthOf,
  monthsBetween,
  nightsBetween,
  ordinal,
  parseDate,
  startOfWeek,
  toIso,
  weekdayOf,
  WEEK_MS,
} from './dates'

const date = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(days * DAY_MS).toISOString().slice(0, 10))

describe('dates', () => {
  it('[FMT-13] counts a day as 86,400,000 ms and a week as 604,800,000 ms', () => {
    expect([DAY_MS, WEEK_MS]).toEqual([86_400_000, 604_800_000])
    const later = (date: string) => Date.parse(date) - Date.parse('2026-03-25')
    // Clocks change on 29 March: calendar dates do not.
    expect(later(addDays('2026-03-25', 6))).toBe(6 * 86_400_000)
    expect(later(addWeeks('2026-03-25', 3))).toBe(3 * 604_800_000)
  })

  it('[FMT-09] writes the short form with leading zeros', () => {
    expect(formatShort('2026-07-05')).toBe('05/07/2026')
  })

  it('[FMT-10] writes the medium form without a leading zero', () => {
    expect(formatMedium('2026-07-05')).toBe('5 Jul 2026')
    expect(formatMedium('2026-09-30')).toBe('30 Sep 2026')
  })

  it('[FMT-11] puts the ordinal suffix on every day of a month', () => {
    const days = Array.from({ length: 31 }, (_, index) => ordinal(index + 1))
    expect(days.filter((day) => day.endsWith('st'))).toEqual(['1st', '21st', '31st'])
    expect(days.filter((day) => day.endsWith('nd'))).toEqual(['2nd', '22nd'])
    expect(days.filter((day) => day.endsWith('rd'))).toEqual(['3rd', '23rd'])
    expect(days.filter((day) => day.endsWith('th'))).toHaveLength(24)
  })

  it('[FMT-07] [FMT-12] shows day and month with full and with short English names', () => {
    expect(formatDayMonth('2026-07-17')).toBe('Friday 17th July')
    expect(formatDayMonth('2026-07-17', 'short')).toBe('Fri 17th Jul')
    expect(formatDayMonth('2026-09-01', 'short')).toBe('Tue 1st Sep')
    expect(formatMonth('2026-07')).toBe('July 2026')
  })

  it('adds the year where it is not the current one, or where it is requested', () => {
    expect(formatDayMonth('2027-07-16', 'full', 2026)).toBe('Friday 16th July 2027')
    expect(formatDayMonth('2026-07-17', 'full', 2026)).toBe('Friday 17th July')
    expect(formatDayMonth('2026-07-17', 'short', true)).toBe('Fri 17th Jul 2026')
  })

  it('[FMT-06] changes the day at midnight in London, whatever the visitor’s time zone is', () => {
    // The tests run in New York.
    expect(new Date(Date.UTC(2026, 5, 1)).getTimezoneOffset()).not.toBe(0)
    expect(londonDate(Date.UTC(2026, 10, 20, 23, 59))).toBe('2026-11-20')
    expect(londonDate(Date.UTC(2026, 10, 21, 0, 0))).toBe('2026-11-21')
    expect(londonDate(Date.UTC(2026, 6, 16, 22, 59))).toBe('2026-07-16')
    expect(londonDate(Date.UTC(2026, 6, 16, 23, 0))).toBe('2026-07-17')
  })

  it('tells the time in London', () => {
    expect(londonTime(Date.UTC(2026, 10, 20, 9, 5))).toBe('09:05')
    expect(londonTime(Date.UTC(2026, 6, 16, 23, 59))).toBe('00:59')
  })

  it('[FMT-06] agrees with the time zone database over forty years', () => {
    const london = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/London',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
    fc.assert(
      fc.property(instant, (epoch) => {
        expect(londonDate(epoch)).toBe(london.format(epoch))
      }),
    )
  })

  it('[CAL-14] works in Europe/London, from Monday, with weeks from that of 4 January', () => {
    // An hour before midnight UTC it is the next day in London's summer, not in its winter.
    expect(londonDate(Date.UTC(2026, 6, 16, 23))).toBe('2026-07-17')
    expect(londonDate(Date.UTC(2026, 11, 31, 23))).toBe('2026-12-31')
    expect(startOfWeek('2026-07-19')).toBe('2026-07-13')
    expect(monthGrid('2026-07')[0]).toBe('2026-06-29')
    expect(formatMonth('2026-07')).toBe('July 2026')
    expect(formatShort('2026-07-05')).toBe('05/07/2026')
  })

  it('[FMT-08] starts weeks on Monday, and does not cut them at the end of a year', () => {
    expect(startOfWeek('2027-01-03')).toBe('2026-12-28')
    expect(startOfWeek('2027-01-04')).toBe('2027-01-04')
    fc.assert(
      fc.property(date, (day) => {
        const monday = startOfWeek(day)
        expect(new Date(toIso(monday)).getUTCDay()).toBe(1)
        expect(nightsBetween(monday, day)).toBe(weekdayOf(day))
      }),
    )
  })

  it('[FMT-14] counts nights correctly across clock changes', () => {
    expect(addDays('2026-03-28', 7)).toBe('2026-04-04')
    expect(addDays('2026-10-24', 7)).toBe('2026-10-31')
    fc.assert(
      fc.property(date, fc.integer({ min: -400, max: 400 }), (day, nights) => {
        expect(nightsBetween(day, addDays(day, nights))).toBe(nights)
      }),
    )
  })

  it('stores an arrival date as UTC midnight and reads the same day back', () => {
    expect(toIso('2026-07-17')).toBe('2026-07-17T00:00:00.000Z')
    fc.assert(fc.property(date, (day) => fromIso(toIso(day)) === day))
  })

  it('reads d/m/yyyy and dd/mm/yyyy, and nothing else', () => {
    expect(parseDate('5/7/2026')).toBe('2026-07-05')
    expect(parseDate('05/07/2026')).toBe('2026-07-05')
    for (const text of [
      '31/02/2026',
      '29/02/2027',
      '05/07/26',
      '2026-07-05',
      '5.7.2026',
      '',
      ' 05/07/2026',
    ]) {
      expect(parseDate(text)).toBeUndefined()
    }
    fc.assert(fc.property(date, (day) => parseDate(formatShort(day)) === day))
  })

  it('knows the days of leap years', () => {
    expect(calendarDate(2028, 2, 29)).toBe('2028-02-29')
    expect(calendarDate(2100, 2, 29)).toBeUndefined()
    expect(calendarDate(2000, 2, 29)).toBe('2000-02-29')
    expect(calendarDate(2026, 13, 1)).toBeUndefined()
  })

  it('returns six weeks from a Monday that contain the whole month', () => {
    fc.assert(
      fc.property(date, (day) => {
        const grid = monthGrid(monthOf(day))
        expect(grid).toHaveLength(42)
        expect(weekdayOf(grid[0] ?? '')).toBe(0)
        expect(grid).toContain(day)
      }),
    )
  })

  it('steps through months over the turn of the year', () => {
    expect(addMonths('2026-11', 2)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(monthsBetween('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(monthsBetween('2027-01', '2026-11')).toEqual([])
  })

  it('counts age one less before the birthday has come', () => {
    expect(ageOn('2008-11-22', '2026-11-21')).toBe(17)
    expect(ageOn('2008-11-21', '2026-11-21')).toBe(18)
  })
})
