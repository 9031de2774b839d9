// The price calendar: months, weeks, the cheapest day of each week, the days of
// a stay (specification, part 1, 'Price calendar entry'; open points CAL-1 to CAL-6).
import {
  addDays,
  addMonths,
  formatShort,
  monthOf,
  monthsBetween,
  nightsBetween,
  parseDate,
  startOfWeek,
  type CalendarDate,
  type CalendarMonth,
} from './dates'
import { toPence } from './money'
import type { AvailabilityEntry } from './price-lookup'

/** One priced arrival day. */
export interface PriceCalendarEntry {
  /** dd/mm/yyyy */
  date: string
  /** Pounds for the whole stay. */
  price: number
  region: string
  cheapestInWeek: boolean
}

/** One region with its cheapest price on a date. */
export interface RegionPriceEntry {
  id: string
  name: string
  desc: string
  price: number
}

/** How far the calendar runs when the server names no months. */
const MONTHS_WITHOUT_DATA = 18

/** The months to page through: from the current one to the last available. */
export function calendarMonths(
  today: CalendarDate,
  months: readonly CalendarMonth[],
): CalendarMonth[] {
  const first = monthOf(today)
  const last = months.at(-1) ?? addMonths(first, MONTHS_WITHOUT_DATA)
  return monthsBetween(first, last < first ? first : last)
}

/**
 * The priced days from the first one on, in date order. In each week from Monday
 * to Sunday, across month ends, the cheapest is flagged; of equal prices the earliest.
 */
export function priceCalendar(
  entries: Iterable<Pick<AvailabilityEntry, 'date' | 'cheapestPrice' | 'region'>>,
  firstDay: CalendarDate,
): PriceCalendarEntry[] {
  const days = [...entries]
    .flatMap(({ date, cheapestPrice, region }) => {
      const day = parseDate(date)
      return day === undefined || day < firstDay
        ? []
        : [{ day, date, price: cheapestPrice, region }]
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const cheapest = new Map<string, (typeof days)[number]>()
  for (const entry of days) {
    const week = startOfWeek(entry.day)
    const best = cheapest.get(week)
    if (!best || pence(entry.price) < pence(best.price)) cheapest.set(week, entry)
  }
  const flagged = new Set(cheapest.values())
  return days.map((entry) => ({
    date: entry.date,
    price: entry.price,
    region: entry.region,
    cheapestInWeek: flagged.has(entry),
  }))
}

/** The cheapest price of each week that has one, keyed by its Monday, in date order. */
export function weekPrices(
  calendar: readonly PriceCalendarEntry[],
): Map<CalendarDate, PriceCalendarEntry> {
  const weeks = new Map<CalendarDate, PriceCalendarEntry>()
  for (const entry of calendar) {
    const day = parseDate(entry.date)
    if (day && entry.cheapestInWeek) weeks.set(startOfWeek(day), entry)
  }
  return weeks
}

/** What a day is to the chosen stay. */
export type StayPart = 'arrival' | 'stay' | 'departure'

/** Arrival, the days between, and departure; undefined outside the stay. */
export function stayPart(
  day: CalendarDate,
  arrival: CalendarDate | undefined,
  nights: number,
): StayPart | undefined {
  if (arrival === undefined) return undefined
  const offset = nightsBetween(arrival, day)
  if (offset === 0) return 'arrival'
  if (offset < 0 || offset > nights) return undefined
  return offset === nights ? 'departure' : 'stay'
}

/** The regions that have a price, by price, then name. */
export function regionPriceList(
  perRegion: ReadonlyMap<string, AvailabilityEntry>,
  regions: Readonly<Record<string, { id: string; name: string; desc: string }>>,
): RegionPriceEntry[] {
  return [...perRegion.values()]
    .flatMap((entry) => {
      const region = regions[entry.region]
      return region
        ? [{ id: region.id, name: region.name, desc: region.desc, price: entry.cheapestPrice }]
        : []
    })
    .toSorted((a, b) => pence(a.price) - pence(b.price) || a.name.localeCompare(b.name, 'en-GB'))
}

/** What decides whether a day may be picked. */
export interface ArrivalRules {
  channelId: string
  today: CalendarDate
  /** Whether the prices of the channel are loaded; until then no day is refused for want of one. */
  dataAvailable: boolean
  /** Whether a date (dd/mm/yyyy) has an eligible price. */
  hasPrice: (date: string) => boolean
  /** The promotion's dates (dd/mm/yyyy) while it is on. */
  promoDates?: readonly string[]
}

/** Whether an arrival day may be picked: tomorrow or later; on ukcaravan only with a price, or on a promotion's date. */
export function isArrivalPickable(day: CalendarDate, rules: ArrivalRules): boolean {
  if (day < addDays(rules.today, 1)) return false
  if (rules.channelId !== 'ukcaravan') return true
  const date = formatShort(day)
  if (rules.promoDates && !rules.promoDates.includes(date)) return false
  return !rules.dataAvailable || rules.hasPrice(date)
}

function pence(pounds: number): number {
  return toPence(pounds) ?? Infinity
}
