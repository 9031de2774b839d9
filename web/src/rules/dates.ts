/**
 * Calendar dates. A date is the text 'yyyy-mm-dd' and never an instant, so a stay cannot shift by a
 * day when clocks change or the visitor is abroad. Calculations use days since 1970. 'Today' always
 * comes from the server: the date in Europe/London.
 */

/** A calendar date, 'yyyy-mm-dd'. Dates compare as texts. */
export type CalendarDate = string

/** A calendar month, 'yyyy-mm'. Months compare as texts. */
export type CalendarMonth = string

export const DAY_MS = 86_400_000
export const WEEK_MS = 604_800_000

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** The date of a year, a month (1 to 12) and a day; undefined when there is no such day. */
export function calendarDate(year: number, month: number, day: number): CalendarDate | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Reads 'd/m/yyyy' or 'dd/mm/yyyy'; undefined for any other form and for days that do not exist. */
export function parseDate(text: string | null | undefined): CalendarDate | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '')
  if (!match) return undefined
  return calendarDate(Number(match[3]), Number(match[2]), Number(match[1]))
}

/** Reads an ISO date or instant ('yyyy-mm-dd…') as the calendar date at its beginning. */
export function fromIso(text: string | null | undefined): CalendarDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(T|$)/.exec(text ?? '')
  if (!match) return undefined
  return calendarDate(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** The ISO string in which state stores an arrival date: UTC midnight of the date. */
export function toIso(date: CalendarDate): string {
  return `${date}T00:00:00.000Z`
}

/** Days since 1 January 1970. */
export function dayNumber(date: CalendarDate): number {
  return Date.parse(toIso(date)) / DAY_MS
}

export function fromDayNumber(day: number): CalendarDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days)
}

/** The same weekday a number of weeks later. */
export function addWeeks(date: CalendarDate, weeks: number): CalendarDate {
  return addDays(date, (weeks * WEEK_MS) / DAY_MS)
}

/** Nights between two dates; negative when the second is earlier. */
export function nightsBetween(arrival: CalendarDate, departure: CalendarDate): number {
  return dayNumber(departure) - dayNumber(arrival)
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4))
}

/** 1 to 31. */
export function dayOf(date: CalendarDate): number {
  return Number(date.slice(8, 10))
}

export function monthOf(date: CalendarDate): CalendarMonth {
  return date.slice(0, 7)
}

export function firstOfMonth(month: CalendarMonth): CalendarDate {
  return `${month}-01`
}

export function addMonths(month: CalendarMonth, months: number): CalendarMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${two((index % 12) + 1)}`
}

/** The same day a number of months later, or the last day of that month where it is shorter. */
export function sameDayOfMonth(date: CalendarDate, months: number): CalendarDate {
  const month = addMonths(monthOf(date), months)
  const last = addDays(firstOfMonth(addMonths(month, 1)), -1)
  const same = `${month}-${two(dayOf(date))}`
  return same < last ? same : last
}

/** The months from the first to the last, both included; empty when the last is earlier. */
export function monthsBetween(first: CalendarMonth, last: CalendarMonth): CalendarMonth[] {
  const months: CalendarMonth[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return (((dayNumber(date) + 3) % 7) + 7) % 7
}

/** The Monday of the date's week. */
export function startOfWeek(date: CalendarDate): CalendarDate {
  return addDays(date, -weekdayOf(date))
}

/** The 42 days of a month's six fixed weeks, from a Monday. */
export function monthGrid(month: CalendarMonth): CalendarDate[] {
  const first = dayNumber(startOfWeek(firstOfMonth(month)))
  return Array.from({ length: 42 }, (_, index) => fromDayNumber(first + index))
}

/** The number yyyymmdd, by which forms compare dates. */
export function compareNumber(date: CalendarDate): number {
  return Number(date.replaceAll('-', ''))
}

/** Whole years from a birth date to a day. */
export function ageOn(birth: CalendarDate, day: CalendarDate): number {
  const years = yearOf(day) - yearOf(birth)
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** 'dd/mm/yyyy', the short format of screens, calls and addresses. */
export function formatShort(date: CalendarDate): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** '5 Jul 2026', the medium format. */
export function formatMedium(date: CalendarDate): string {
  return `${dayOf(date)} ${monthName(date).slice(0, 3)} ${date.slice(0, 4)}`
}

/** '17th': the suffix is 'th' for 4 to 20. */
export function ordinal(day: number): string {
  const suffix = day >= 4 && day <= 20 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${suffix}`
}

/**
 * 'Friday 17th July', or 'Fri 17th Jul' with short names. To add the year, pass the current year
 * (it is then added in other years only), or true to add it always.
 */
export function formatDayMonth(
  date: CalendarDate,
  names: 'full' | 'short' = 'full',
  year: boolean | number = false,
): string {
  const cut = (name: string) => (names === 'short' ? name.slice(0, 3) : name)
  const text = `${cut(weekdayName(date))} ${ordinal(dayOf(date))} ${cut(monthName(date))}`
  const showYear = typeof year === 'number' ? year !== yearOf(date) : year
  return showYear ? `${text} ${date.slice(0, 4)}` : text
}

/** 'July 2026'. */
export function formatMonth(month: CalendarMonth): string {
  return `${monthName(month)} ${month.slice(0, 4)}`
}

/** 'July', for a date or month. */
export function monthName(date: CalendarDate): string {
  return monthNames[Number(date.slice(5, 7)) - 1] ?? ''
}

/** 'Friday'. */
export function weekdayName(date: CalendarDate): string {
  return weekdayNames[weekdayOf(date)] ?? ''
}

/** Monday to Sunday, full names. */
export const weekdays: readonly string[] = weekdayNames

/** The date in London at an instant. */
export const londonDate = (epochMs: number): CalendarDate => londonClock(epochMs).slice(0, 10)

/** 'HH:mm' in London at an instant. */
export const londonTime = (epochMs: number): string => londonClock(epochMs).slice(11, 16)

/**
 * Date and time in London at an instant, as an ISO text. Summer time runs from the last Sunday of
 * March to the last Sunday of October, changing at 01:00 UTC.
 */
function londonClock(epochMs: number): string {
  const year = new Date(epochMs).getUTCFullYear()
  const summer = epochMs >= clockChange(year, 3) && epochMs < clockChange(year, 10)
  return new Date(epochMs + (summer ? DAY_MS / 24 : 0)).toISOString()
}

function clockChange(year: number, month: number): number {
  const last = Date.UTC(year, month, 0, 1)
  return last - new Date(last).getUTCDay() * DAY_MS
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
