// The comparison of parks side by side.
import { plural } from './plural'
import { COMPARED_MOST, type Shortlisted } from './shortlist'

/** Something that some of the parks have. */
export interface FacilityRow {
  name: string
  /** Whether each of the parks has it. */
  has: boolean[]
  /** Some have it and some do not. */
  differs: boolean
}

/** The facilities that at least one of the parks has, in the order of the filters. */
export function facilityRows(
  parks: readonly { features: readonly number[]; dogs: string }[],
  filters: readonly { id: number; name: string }[],
): FacilityRow[] {
  const row = (name: string, has: boolean[]) => ({ name, has, differs: new Set(has).size > 1 })
  return [
    row(
      'Dogs welcome',
      parks.map(({ dogs }) => dogs === 'Y'),
    ),
    ...filters.map(({ id, name }) =>
      row(
        name,
        parks.map(({ features }) => features.includes(id)),
      ),
    ),
  ].filter(({ has }) => has.includes(true))
}

/** The distance to the sea; the server measures it on a map that is exact to a mile or two. */
export function seaText(miles: number): string {
  return miles <= 1 ? 'About a mile or less' : `About ${plural(miles, 'mile')}`
}

/**
 * The lowest price, which every park with it is marked for; undefined if there is nothing to
 * choose: fewer than two prices, or all equal.
 */
export function cheapestOf(prices: readonly (number | undefined)[]): number | undefined {
  const known = prices.filter((price) => price !== undefined)
  return new Set(known).size < 2 ? undefined : Math.min(...known)
}

/** The list with a park in the comparison, or no longer in it. A full comparison takes no more. */
export function comparedToggled(
  list: readonly Shortlisted[],
  parkId: string,
): readonly Shortlisted[] {
  const full = list.filter(({ compared }) => compared).length >= COMPARED_MOST
  return list.map((kept) =>
    kept.parkId === parkId && (kept.compared || !full)
      ? { ...kept, compared: !kept.compared }
      : kept,
  )
}
