// The last searches of a visitor, the newest first, one for each place.
import { formatMedium, parseDate, type CalendarDate } from './dates'
import { plural } from './plural'
import { whenText } from './when'

/** A search that the visitor made. */
export interface RecentSearch {
  /** The query of its address. */
  query: string
  /** The name of the place: 'Cornwall'. */
  place: string
}

export const RECENT_MOST = 5

/** Whether a stored value is a search. */
export function isRecentSearch(value: unknown): value is RecentSearch {
  const { query, place } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof query === 'string' && query.length <= 600 && typeof place === 'string'
}

/** The list with a search at its beginning. It replaces an earlier one for the same place. */
export function remembered(list: readonly RecentSearch[], search: RecentSearch): RecentSearch[] {
  return [search, ...without(list, search)].slice(0, RECENT_MOST)
}

/** The list without the search for the same place. */
export function without(list: readonly RecentSearch[], search: RecentSearch): RecentSearch[] {
  const place = placeOf(search)
  return list.filter((one) => placeOf(one) !== place)
}

/**
 * The searches that can still be made: their arrival is tomorrow or later, within
 * flexible dates that are not over, or on any day.
 */
export function stillPossible(
  list: readonly RecentSearch[],
  today: CalendarDate,
): readonly RecentSearch[] {
  return list.filter(({ query }) => {
    const params = new URLSearchParams(query)
    const date = params.get('date')
    if (date) return (parseDate(date) ?? '') > today
    const [, year, month = '12'] =
      /-(\d{4})(?:-(\d\d))?(?:\.|$)/.exec(params.get('when') ?? '') ?? []
    return !year || `${year}-${month}` >= today.slice(0, 7)
  })
}

/** '4 May 2027, 7 nights, 4 guests + dogs' */
export function searchLine({ query }: RecentSearch): string {
  const params = new URLSearchParams(query)
  const count = (name: string) => Number(params.get(name)) || 0
  const date = parseDate(params.get('date'))
  const guests = count('adults') + count('children') + count('infants')
  return [
    date ? formatMedium(date) : (whenText(params.get('when') ?? undefined) ?? 'Any date'),
    plural(count('nights'), 'night'),
    `${plural(guests, 'guest')}${params.get('dogs') === 'y' ? ' + dogs' : ''}`,
  ].join(', ')
}

/** The address of its results. A search of all regions has a page of its own. */
export function searchPath({ query }: RecentSearch): string {
  const params = new URLSearchParams(query)
  const all = params.get('region') === 'all-regions' && !params.has('park')
  return `/results${all ? '/all-regions' : ''}?${query}`
}

function placeOf({ query }: RecentSearch): string {
  const params = new URLSearchParams(query)
  return ['channel', 'region', 'park', 'near'].map((name) => params.get(name) ?? '').join('|')
}
