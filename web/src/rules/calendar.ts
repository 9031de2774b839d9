// The price calendar: months, weeks, the cheapest day of each week, the days of
// a stay (specification, part 1, 'Price calendar entry'; open points OP-CAL).
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
import { byName } from './name-order'
import type { AvailabilityEntry } from './price-lookup'
import { onPromoDates } from './promotion'

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

/** How many months the calendar shows when the server does not say. */
const MONTHS_WITHOUT_DATA = 18

/** The months of the calendar: from the current one to the last available. */
export function calendarMonths(
  today: CalendarDate,
  months: readonly CalendarMonth[],
): CalendarMonth[] {
  const first = monthOf(today)
  const last = months.at(-1) ?? addMonths(first, MONTHS_WITHOUT_DATA)
  return monthsBetween(first, last < first ? first : last)
}

/**
 * The priced days from the first one on, in date order. The cheapest day of each week (Monday to
 * Sunday, also across the end of a month) is marked; of equal prices the earliest. Where there are
 * dates of a promotion, the others are left out.
 */
export function priceCalendar(
  entries: Iterable<Pick<AvailabilityEntry, 'date' | 'cheapestPrice' | 'region'>>,
  firstDay: CalendarDate,
  promoDates: ReadonlySet<string> = new Set(),
): PriceCalendarEntry[] {
  const days = onPromoDates([...entries], promoDates)
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

/**
 * The priced day nearest to a day; of two equally near ones the later. Undefined when no day has a
 * price.
 */
export function nearestPricedDay(
  calendar: readonly PriceCalendarEntry[],
  day: CalendarDate,
): CalendarDate | undefined {
  let nearest: CalendarDate | undefined
  let least = Infinity
  for (const entry of calendar) {
    const priced = parseDate(entry.date)
    if (priced === undefined) continue
    const away = Math.abs(nightsBetween(day, priced))
    // The calendar is in date order: of equal distances the last is the later one.
    if (away > least) break
    least = away
    nearest = priced
  }
  return nearest
}

/** The cheapest price of each week that has one, by the week's Monday, in date order. */
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

/** The role of a day in the chosen stay. */
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
    .toSorted((a, b) => pence(a.price) - pence(b.price) || byName(a.name, b.name))
}

/** The data that decides whether a day can be chosen. */
export interface ArrivalRules {
  channelId: string
  today: CalendarDate
  /**
   * Whether the prices of the channel are loaded. Until then, a day without a price can be chosen.
   */
  dataAvailable: boolean
  /** Whether a date (dd/mm/yyyy) has an eligible price. */
  hasPrice: (date: string) => boolean
  /** The dates (dd/mm/yyyy) of the promotion while it is on; otherwise none. */
  promoDates?: ReadonlySet<string>
}

/**
 * Whether an arrival day can be chosen: tomorrow or later, and on ukcaravan only with a price, and
 * only on a date of the promotion while it is on.
 */
export function isArrivalPickable(day: CalendarDate, rules: ArrivalRules): boolean {
  if (day < addDays(rules.today, 1)) return false
  if (rules.channelId !== 'ukcaravan') return true
  const date = formatShort(day)
  if (rules.promoDates && rules.promoDates.size > 0 && !rules.promoDates.has(date)) return false
  return !rules.dataAvailable || rules.hasPrice(date)
}

/** The day nearest to a day on which a holiday can start; of two equally near ones the later. */
export function nearestPickableDay(
  calendar: readonly PriceCalendarEntry[],
  rules: ArrivalRules,
  day: CalendarDate,
): CalendarDate | undefined {
  const pickable = calendar.filter(({ date }) => {
    const priced = parseDate(date)
    return priced !== undefined && isArrivalPickable(priced, rules)
  })
  return nearestPricedDay(pickable, day)
}

function pence(pounds: number): number {
  return toPence(pounds) ?? Infinity
}
