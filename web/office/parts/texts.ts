/** How the office writes money, days and times. */
import {
  dayOf,
  londonDate,
  londonTime,
  monthName,
  weekdayName,
  yearOf,
  type CalendarDate,
} from '../../src/rules/dates'
import { groupThousands, type Pence } from '../../src/rules/money'

/** '£1,234.50' and '−£40.00' from pence: always with two decimals, so that sums stand below each other. */
export function money(pence: Pence): string {
  const size = Math.abs(pence)
  const text = `£${groupThousands(Math.floor(size / 100))}.${String(size % 100).padStart(2, '0')}`
  return pence < 0 ? `−${text}` : text
}

/** Today in London. */
export const today = (): CalendarDate => londonDate(Date.now())

/** 'Fri 18 Jun', and with its year where that is another than this one: 'Fri 18 Jun 2027'. */
export function dayText(day: CalendarDate, now: CalendarDate = today()): string {
  const text = `${weekdayName(day).slice(0, 3)} ${dayOf(day)} ${monthName(day).slice(0, 3)}`
  return yearOf(day) === yearOf(now) ? text : `${text} ${yearOf(day)}`
}

/** The day in London of an instant (RFC 3339). */
export const dayOfInstant = (at: string): CalendarDate => londonDate(Date.parse(at))

/** '14:31' in London at an instant (RFC 3339). */
export const timeText = (at: string): string => londonTime(Date.parse(at))

/** 'today 14:31' or 'Fri 18 Jun 14:31'. */
export function whenText(at: string): string {
  const day = dayOfInstant(at)
  return `${day === today() ? 'today' : dayText(day)} ${timeText(at)}`
}

/** '0:43' from milliseconds, rounded up; '0:00' when it is over. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Pence from what a person types as pounds: '40', '40.5', '£1,040.00'; undefined for anything else. */
export function typedPence(text: string): Pence | undefined {
  const found = /^£?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, pounds = '', pence = ''] = found
  return Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
}
