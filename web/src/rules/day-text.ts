// Short texts of a day, for cards, fields and calendars.
import { dayOf, monthName, parseDate, weekdayName, type CalendarDate } from './dates'
import { plural } from './plural'

/** 'Mon 4 May' */
export function shortDay(day: CalendarDate): string {
  return `${weekdayName(day).slice(0, 3)} ${dayOf(day)} ${monthName(day).slice(0, 3)}`
}

/** 'Mon 4 May, 4 nights', from dd/mm/yyyy. */
export function stayText(date: string, nights: number): string {
  const day = parseDate(date)
  return day === undefined
    ? plural(nights, 'night')
    : `${shortDay(day)}, ${plural(nights, 'night')}`
}
