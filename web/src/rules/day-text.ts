// Short texts of a day, for cards, fields and calendars.
import { formatDayMonth, parseDate, type CalendarDate } from './dates'
import { plural } from './plural'

/** 'Mon 4th May'; 'Mon 4th May 2027' unless that is the current year. */
export function shortDay(day: CalendarDate, thisYear: number): string {
  return formatDayMonth(day, 'short', thisYear)
}

/** 'Mon 4th May, 4 nights', from dd/mm/yyyy. */
export function stayText(date: string, nights: number, thisYear: number): string {
  const day = parseDate(date)
  return day === undefined
    ? plural(nights, 'night')
    : `${shortDay(day, thisYear)}, ${plural(nights, 'night')}`
}
