// A park's units: entries per arrival date, alternatives, accommodation filters
// and sorts, no-results texts (specification, part 1, 'Park page'; open points OP-PARK).
import type { AccomFilters, UnitSort } from './accom-filters'
import { nightsBetween, parseDate, type CalendarDate } from './dates'
import { isPriceWithin } from './price-range'
import { toPence } from './money'
import { byName } from './name-order'
import { PRICE_SLIDER_MAX, PRICE_SLIDER_MIN } from './settings'

/** The details of a unit type that are merged into each of its units. */
export interface UnitTypeLike {
  unitType: string
  name: string
  bedrooms: number
  bathrooms: number
  features?: readonly number[] | null
}

/** A unit as in the park results. */
export interface UnitLike {
  unitId: string
  /** Pounds with two decimals. */
  unitPrice: string
  unitType: string
  unitDesc: string
}

/** A unit with its stay and its type's details. */
export type StayUnit<U extends UnitLike, T extends UnitTypeLike> = U &
  Partial<T> & { arrivalDate: string; nights: number }

/** Arrival date (dd/mm/yyyy) → nights → units. */
export type ResultsByDate<U extends UnitLike> = Readonly<
  Record<string, Readonly<Record<string, readonly U[]>>>
>

/** An arrival date of a park with its units. */
export interface DateEntry<U> {
  /** dd/mm/yyyy */
  date: string
  nights: number
  /** Pounds with two decimals, as the unit has it. */
  lowestPrice: string
  units: U[]
  isCheapest: boolean
}

/** Whether any accommodation filter differs from its default; the sort does not count. */
export function hasAccomFilters(filters: AccomFilters): boolean {
  return (
    filters.filtersStateArray.length > 0 ||
    filters.rangeSliderMin !== PRICE_SLIDER_MIN ||
    filters.rangeSliderMax < PRICE_SLIDER_MAX ||
    filters.bedrooms > 0 ||
    filters.bathrooms > 0
  )
}

/**
 * The arrival dates that have units for these nights, in date order, each with its lowest price.
 * Units that are no longer available are omitted. Each unit has its stay and the details of its
 * type. The cheapest date is marked; of equal prices (in pence) the earliest.
 */
export function dateEntries<U extends UnitLike, T extends UnitTypeLike>(
  results: ResultsByDate<U>,
  nights: number,
  unitTypes: Readonly<Record<string, T>>,
  goneUnitIds: readonly string[],
): DateEntry<StayUnit<U, T>>[] {
  const gone = new Set(goneUnitIds)
  const entries = Object.entries(results).flatMap(([date, byNights]) => {
    const units = (byNights[String(nights)] ?? [])
      .filter((unit) => !gone.has(unit.unitId))
      .map(
        (unit) =>
          ({ ...unitTypes[unit.unitType], ...unit, arrivalDate: date, nights }) as StayUnit<U, T>,
      )
    const lowest = cheapestOf(units, (unit) => unit.unitPrice)
    return lowest ? [{ date, nights, lowestPrice: lowest.unitPrice, units, isCheapest: false }] : []
  })
  return flagCheapest(entries.toSorted((a, b) => compareTexts(isoOf(a.date), isoOf(b.date))))
}

/** Marks only the cheapest entry; of equal ones the earliest. The entries are in date order. */
export function flagCheapest<E extends { lowestPrice: string; isCheapest: boolean }>(
  entries: readonly E[],
): E[] {
  const cheapest = cheapestOf(entries, (entry) => entry.lowestPrice)
  return entries.map((entry) => ({ ...entry, isCheapest: entry === cheapest }))
}

/** Whether the list of alternative dates is shown. */
export function showsAlternatives(
  dates: readonly { date: string }[],
  selectedDate: string | undefined,
): boolean {
  return dates.length > 1 || (dates.length === 1 && dates[0]?.date !== selectedDate)
}

/** The entries nearest to a day, at most `limit`, in date order. */
export function nearestEntries<E extends { date: string }>(
  entries: readonly E[],
  day: CalendarDate | undefined,
  limit: number,
): E[] {
  if (day === undefined || entries.length <= limit) return entries.slice(0, limit)
  const away = (entry: E) => Math.abs(nightsBetween(day, isoOf(entry.date)))
  const near = new Set([...entries].toSorted((a, b) => away(a) - away(b)).slice(0, limit))
  return entries.filter((entry) => near.has(entry))
}

/** The units that pass the filters, sorted. */
export function filterUnits<U extends UnitLike & Partial<UnitTypeLike>>(
  units: readonly U[],
  filters: AccomFilters,
): U[] {
  const kept = units.filter(
    (unit) =>
      filters.filtersStateArray.every((id) => unit.features?.includes(id)) &&
      (unit.bedrooms ?? 0) >= filters.bedrooms &&
      (unit.bathrooms ?? 0) >= filters.bathrooms &&
      isPriceWithin(unit.unitPrice, filters.rangeSliderMin, filters.rangeSliderMax),
  )
  const price = (unit: U) => toPence(unit.unitPrice) ?? Infinity
  const name = (unit: U) => unit.name ?? unit.unitDesc
  const orders: Record<UnitSort, (a: U, b: U) => number> = {
    priceAsc: (a, b) => price(a) - price(b),
    priceDesc: (a, b) => price(b) - price(a),
    nameAsc: (a, b) => byName(name(a), name(b)),
  }
  return kept.toSorted(orders[filters.appliedSort])
}

/** The text when no units are shown: why, and what the visitor can do. */
export function noUnitsText(situation: {
  dateSelected: boolean
  alternativeExists: boolean
  filtersActive: boolean
}): string {
  const { dateSelected, alternativeExists, filtersActive } = situation
  if (dateSelected && alternativeExists) {
    const text =
      'There are no results available for your chosen date. Please choose an alternative date from the list above'
    return filtersActive ? `${text} or amend your filters.` : `${text}.`
  }
  return filtersActive
    ? 'No results available - please amend your filters, date or duration.'
    : 'No results found. Please try adjusting your search above.'
}

/** The cheapest unit, the first of equal ones. */
function cheapestOf<E>(entries: readonly E[], price: (entry: E) => string): E | undefined {
  let best: { entry: E; pence: number } | undefined
  for (const entry of entries) {
    const pence = toPence(price(entry)) ?? Infinity
    if (!best || pence < best.pence) best = { entry, pence }
  }
  return best?.entry
}

function isoOf(date: string): CalendarDate {
  return parseDate(date) ?? ''
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
