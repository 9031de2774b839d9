import { isParkId, SHORTLIST_MOST } from '../../rules/shortlist'

/** The longest list in an address. The server has the same limit (internal/web/rendered.go). */
const LENGTH_MOST = 1000

/** The ids of the parks in the address of a shared shortlist; undefined where it names none. */
export function sharedParks(query: string): string[] | undefined {
  const value = new URLSearchParams(query).get('parks') ?? ''
  if (value.length > LENGTH_MOST) return undefined
  const ids = [...new Set(value.split(',').filter(isParkId))].slice(0, SHORTLIST_MOST)
  return ids.length > 0 ? ids : undefined
}

/** The parameters of a search that a shared shortlist has in its address: the stay, not the place. */
const STAY = ['channel', 'date', 'nights', 'adults', 'children', 'infants', 'dogs']

/** The path and query of a shared shortlist: its parks, and the stay to price. */
export function sharedPath(parkIds: readonly string[], searchQuery: string): string {
  const search = new URLSearchParams(searchQuery)
  const query = new URLSearchParams({ parks: parkIds.join(',') })
  for (const name of STAY) {
    const value = search.get(name)
    if (value) query.set(name, value)
  }
  return `/shortlist?${query.toString().replaceAll('%2C', ',')}`
}
