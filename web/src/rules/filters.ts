// Filters, their counts and the sorts of the results, as pure functions over the
// rows of a search (open points FILT-1, FILT-2, FILT-4).
import { dayNumber, parseDate } from './dates'
import { toPence } from './money'
import { milesFrom, type Near } from './near'
import { isPriceWithin } from './price-range'
import type { ResultSort } from './result-sorts'
import { PRICE_SLIDER_MAX } from './settings'

/** The fields of a result row that filters and sorts use. */
export interface ResultRowLike {
  parkId: string
  name: string
  opId: string
  /** In degrees; empty if unknown. */
  lat?: string
  lon?: string
  /** Pounds with two decimals. */
  price: string
  /** dd/mm/yyyy */
  date: string
  /** The ids of the boolean filters that the row passes. */
  features?: readonly number[] | null
  /** Numeric filter id → number. */
  nFeatures?: Readonly<Record<string, number>> | null
  offers?: readonly string[] | null
  dogs: string
}

/** The filters that the visitor has chosen. */
export interface ChosenFilters {
  /** Boolean filters without the operators: a row must pass all of them. */
  features: readonly number[]
  /** A row must have one of these operators. */
  operators: readonly string[]
  /** A row must have one of these offers. */
  offers: readonly string[]
  /** The required value of each numeric filter; 0 means any. */
  numeric: readonly { id: number; compare: string; value: number }[]
  pets: boolean
  priceMin: number
  priceMax: number
}

/** The rows that pass every chosen filter, in the order given. */
export function filterRows<R extends ResultRowLike>(
  rows: readonly R[],
  chosen: ChosenFilters,
): R[] {
  return rows.filter((row) => failures(row, chosen).length === 0)
}

/**
 * The kinds of filter that each row does not pass, by row. What is shown and what is counted are
 * both made of this: it is the part that takes time when there are thousands of rows.
 */
export function rowFailures(
  rows: readonly ResultRowLike[],
  chosen: ChosenFilters,
): ReadonlyMap<ResultRowLike, readonly Failure[]> {
  return new Map(rows.map((row) => [row, failures(row, chosen)]))
}

/** The rows that pass every filter, whatever the price if `anyPrice`. */
export function passingRows<R extends ResultRowLike>(
  rows: readonly R[],
  failed: ReturnType<typeof rowFailures>,
  anyPrice = false,
): R[] {
  return rows.filter((row) => {
    const kinds = failed.get(row)
    if (kinds?.length === 0) return true
    // A row without a price is never shown.
    const onlyPrice = anyPrice && kinds?.every((kind) => kind === 'price')
    return onlyPrice && isPriceWithin(row.price, 0, Infinity)
  })
}

/** The number of results for each option. */
export interface FilterCounts {
  feature: (id: number) => number
  operator: (opId: string) => number
  offer: (urn: string) => number
  pets: number
}

/** The count beside each option: the length of the list if that option were chosen too. */
export function filterCounts(
  rows: readonly ResultRowLike[],
  chosen: ChosenFilters,
  failures = rowFailures(rows, chosen),
): FilterCounts {
  const features = new Map<number, number>()
  const operators = new Map<string, number>()
  const offers = new Map<string, number>()
  let passing = 0
  let pets = 0
  for (const row of rows) {
    const failed = failures.get(row) ?? []
    if (failed.length > 1) continue
    const only = failed[0]
    if (!only) {
      passing++
      for (const id of row.features ?? []) add(features, id)
    }
    if (row.dogs === 'Y' && (!only || only === 'pets')) pets++
    // Options of one kind are alternatives: if one is chosen already, another one adds its own
    // rows.
    if (only === 'operators' || (!only && chosen.operators.length === 0)) add(operators, row.opId)
    if (only === 'offers' || (!only && chosen.offers.length === 0)) {
      for (const urn of row.offers ?? []) add(offers, urn)
    }
  }
  return {
    feature: (id) => features.get(id) ?? 0,
    operator: (opId) => anyOfCount(operators, chosen.operators, passing, opId),
    offer: (urn) => anyOfCount(offers, chosen.offers, passing, urn),
    pets,
  }
}

type Failure = 'features' | 'operators' | 'offers' | 'numeric' | 'pets' | 'price'

/** The kinds of filter that this row does not pass. */
function failures(row: ResultRowLike, chosen: ChosenFilters): Failure[] {
  const failed: Failure[] = []
  if (!chosen.features.every((id) => row.features?.includes(id))) failed.push('features')
  if (chosen.operators.length > 0 && !chosen.operators.includes(row.opId)) failed.push('operators')
  if (chosen.offers.length > 0 && !chosen.offers.some((urn) => row.offers?.includes(urn)))
    failed.push('offers')
  if (!chosen.numeric.every((filter) => holds(filter, row.nFeatures?.[filter.id])))
    failed.push('numeric')
  if (chosen.pets && row.dogs !== 'Y') failed.push('pets')
  if (!isPriceWithin(row.price, chosen.priceMin, chosen.priceMax)) failed.push('price')
  return failed
}

function holds(
  { compare, value }: { compare: string; value: number },
  has: number | undefined,
): boolean {
  if (value === 0) return true
  if (has === undefined) return false
  if (compare === '<=') return has <= value
  if (compare === '=' || compare === '==') return has === value
  return has >= value
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/**
 * The count for an operator or an offer. A row needs only one of the chosen ones, so choosing
 * another one keeps the rows of the list and adds its own.
 */
function anyOfCount(
  counts: Map<string, number>,
  chosen: readonly string[],
  passing: number,
  key: string,
): number {
  if (chosen.includes(key)) return passing
  return (chosen.length > 0 ? passing : 0) + (counts.get(key) ?? 0)
}

/**
 * Sorts the rows. The sort by date compares the distance from `near` if there is such a point, then
 * the days from the requested date, the date, the price and the name. The sorts by price compare
 * price, date and name.
 */
export function sortRows<R extends ResultRowLike>(
  rows: readonly R[],
  sort: ResultSort,
  askedDate?: string,
  near?: Pick<Near, 'lat' | 'lon'>,
): R[] {
  const asked = askedDate === undefined ? undefined : dayOf(askedDate)
  const keyed = rows.map((row) => {
    const day = dayOf(row.date)
    return {
      row,
      day,
      away: asked === undefined ? day : Math.abs(day - asked),
      price: toPence(row.price) ?? Infinity,
      miles: near === undefined ? 0 : (milesFrom(near, row) ?? Infinity),
    }
  })
  type Keyed = (typeof keyed)[number]
  const byName = (a: Keyed, b: Keyed) =>
    a.row.name < b.row.name ? -1 : a.row.name > b.row.name ? 1 : 0
  // Two parks without a position are at the same distance: Infinity - Infinity would be NaN.
  const byMiles = (a: Keyed, b: Keyed) => (a.miles === b.miles ? 0 : a.miles - b.miles)
  const orders: Record<ResultSort, (a: Keyed, b: Keyed) => number> = {
    date: (a, b) =>
      byMiles(a, b) || a.away - b.away || a.day - b.day || a.price - b.price || byName(a, b),
    priceAsc: (a, b) => a.price - b.price || a.day - b.day || byName(a, b),
    priceDesc: (a, b) => b.price - a.price || a.day - b.day || byName(a, b),
  }
  return keyed.toSorted(orders[sort]).map(({ row }) => row)
}

/**
 * The upper end of a price slider, in pounds: the highest price, rounded up to a whole step, at
 * most the cap.
 */
export function sliderEnd(rows: readonly { price: string }[], step: number): number {
  const dearest = Math.max(0, ...rows.map(({ price }) => toPence(price) ?? 0))
  const end = Math.ceil(dearest / (step * 100)) * step
  return end > 0 ? Math.min(end, PRICE_SLIDER_MAX) : PRICE_SLIDER_MAX
}

/**
 * The number of rows in each of `bins` equal price ranges from 0 to the slider's end. Rows with a
 * higher price count in the last range.
 */
export function priceHistogram(
  rows: readonly { price: string }[],
  bins: number,
  end = PRICE_SLIDER_MAX,
): number[] {
  const counts = Array.from({ length: bins }, () => 0)
  for (const row of rows) {
    const pence = toPence(row.price)
    if (pence === undefined) continue
    const bin = Math.min(bins - 1, Math.floor((pence / (end * 100)) * bins))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts
}

function dayOf(shortDate: string): number {
  const date = parseDate(shortDate)
  return date === undefined ? Infinity : dayNumber(date)
}
