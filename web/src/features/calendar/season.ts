import { weekPrices, type PriceCalendarEntry } from '../../rules/calendar'
import {
  addDays,
  addWeeks,
  dayNumber,
  dayOf,
  firstOfMonth,
  monthName,
  monthOf,
  ordinal,
  startOfWeek,
  type CalendarDate,
  type CalendarMonth,
} from '../../rules/dates'
import { formatMoneyUp } from '../../rules/money'

/** The number of weeks in the season strip. */
export const WEEKS = 52
/** The heights of the bars of the cheapest and the most expensive week, in pixels. */
const BAR_MIN = 12
export const BAR_MAX = 58
/**
 * Possible distances between two lines, in pounds; the first one that gives few enough lines is
 * used.
 */
const LINE_STEPS = [200, 500, 1000, 2000, 5000] as const
const MAX_LINES = 3

export interface WeekBar {
  monday: CalendarDate
  /** Pounds; undefined for a week without arrivals. */
  price: number | undefined
}

/** The prices of a year by week, and the months that it covers. */
export interface Season {
  bars: readonly WeekBar[]
  months: readonly CalendarMonth[]
  /** The cheapest and the dearest week's price, in pounds. */
  low: number
  high: number
}

/** The season from a day on; undefined if no week has a price. */
export function seasonOf(
  calendar: readonly PriceCalendarEntry[],
  firstDay: CalendarDate,
): Season | undefined {
  const weeks = weekPrices(calendar)
  const first = startOfWeek(firstDay)
  const bars = Array.from({ length: WEEKS }, (_, index) => {
    const monday = addWeeks(first, index)
    return { monday, price: weeks.get(monday)?.price }
  })
  const priced = bars.flatMap(({ price }) => price ?? [])
  if (priced.length === 0) return undefined
  return {
    bars,
    months: [...new Set(bars.map(({ monday }) => monthOfWeek(monday)))],
    low: Math.min(...priced),
    high: Math.max(...priced),
  }
}

/** The month with most days of a week. */
export function monthOfWeek(monday: CalendarDate): CalendarMonth {
  return monthOf(addDays(monday, 3))
}

/** Where a price is between the cheapest (0) and the dearest (1). */
export function shareOf(price: number, { low, high }: Season): number {
  return high > low ? (price - low) / (high - low) : 0
}

/** The height of a price above the bottom of the strip, in pixels. */
export function heightOf(price: number, season: Season): number {
  return BAR_MIN + (BAR_MAX - BAR_MIN) * shareOf(price, season)
}

/** The position of a day along the strip, in percent of its width. */
export function positionOf(day: CalendarDate, { bars }: Season): number {
  const monday = bars[0]?.monday ?? day
  const percent = ((dayNumber(day) - dayNumber(monday)) / (WEEKS * 7)) * 100
  return Math.min(100, Math.max(0, percent))
}

/** Where some months begin and end along the strip, in percent of its width. */
export function monthPlace(index: number, count: number, season: Season): [number, number] {
  const first = season.months[index]
  const end = season.months[index + count]
  return [
    first ? positionOf(firstOfMonth(first), season) : 0,
    end ? positionOf(firstOfMonth(end), season) : 100,
  ]
}

/** The round prices that have a line, between the cheapest and the dearest week, in pounds. */
export function linesOf({ low, high }: Season): number[] {
  for (const step of LINE_STEPS) {
    const first = Math.floor(low / step) + 1
    const count = Math.floor(high / step) - first + 1
    if (count <= MAX_LINES) {
      return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
    }
  }
  return []
}

/** 'Week of 4th May' */
export function weekName(monday: CalendarDate): string {
  return `Week of ${ordinal(dayOf(monday))} ${monthName(monday).slice(0, 3)}`
}

/**
 * The index of the cheapest week of some months among the bars; undefined where none has a price.
 */
export function cheapestOf(months: readonly CalendarMonth[], { bars }: Season): number | undefined {
  let cheapest: number | undefined
  for (const [index, { monday, price }] of bars.entries()) {
    if (price === undefined || !months.includes(monthOfWeek(monday))) continue
    if (cheapest === undefined || price < (bars[cheapest]?.price ?? Infinity)) cheapest = index
  }
  return cheapest
}

/** The frame's text for screen readers: 'May and June, from £276'. */
export function frameText(months: readonly CalendarMonth[], season: Season): string {
  const price = season.bars[cheapestOf(months, season) ?? -1]?.price
  const names = months.map(monthName).join(' and ')
  return price === undefined ? `${names}, no arrivals` : `${names}, from ${formatMoneyUp(price)}`
}
