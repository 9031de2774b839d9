import { slugify } from '../../rules/slug'

/** The address of a park's page. Boats have different paths. `prices` links to its units. */
export function parkPath(
  park: { parkId: string; name: string; slug?: string; channel: string },
  query: string,
  kind: 'page' | 'prices' = 'page',
): string {
  const boats = park.channel === 'boats'
  const prefix =
    kind === 'prices'
      ? boats
        ? 'boat-result'
        : 'park-result'
      : boats
        ? 'boating-holidays'
        : 'holidays'
  const path = `/${prefix}/${encodeURIComponent(park.parkId)}/${park.slug || slugify(park.name) || 'park'}`
  return `${path}${query ? `?${query}` : ''}${kind === 'prices' ? '#prices' : ''}`
}

/**
 * The operator in an affiliate code, 'Haven' for 'aff.haven': the part between the first '.' and
 * the next, capitalised. 'External' if there is none.
 */
export function affiliateOperator(code: string): string {
  const name = code.split('.')[1]
  return name ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : 'External'
}

/** "Haven's" for 'aff.haven'; 'External' if there is no name. */
export function affiliateLabel(code: string): string {
  const name = affiliateOperator(code)
  return name === 'External' ? name : `${name}'s`
}
