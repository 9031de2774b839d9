import type { Region } from '../../api'
import type { FooterLink } from '../../brands'
import { byName } from '../../rules/name-order'
import { slugify } from '../../rules/slug'

/** How many regions 'Find a holiday' lists. */
const REGION_COUNT = 8

/** Links to the regions with the most parks, sorted by name. */
export function regionLinks(
  regions: Readonly<Record<string, Region>>,
  channel: string,
): FooterLink[] {
  return Object.values(regions)
    .toSorted((a, b) => (b.parkCount ?? 0) - (a.parkCount ?? 0))
    .slice(0, REGION_COUNT)
    .toSorted((a, b) => byName(a.name, b.name))
    .map(({ id, name }) => ({ title: name, path: `/holidays/${channel}/${id}/${slugify(name)}` }))
}
