// The parks that a visitor has saved, in the order in which they were saved.

/** A saved park. The name is shown when the park is no longer on sale. */
export interface Shortlisted {
  parkId: string
  name: string
  /** The park is in the comparison. */
  compared?: boolean
}

/** The largest number of saved parks. The server answers no more in one call. */
export const SHORTLIST_MOST = 24
/** The largest number of parks that are compared. */
export const COMPARED_MOST = 4

/** Whether a stored value is a saved park. */
export function isShortlisted(value: unknown): value is Shortlisted {
  const { parkId, name } = (value ?? {}) as Partial<Record<string, unknown>>
  return isParkId(parkId) && typeof name === 'string'
}

/** Whether a text can be the id of a park, so that it may be in an address. */
export function isParkId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.:-]{1,40}$/.test(value)
}

/**
 * The list with a park added, or without it where it was there. Undefined where the list is full. A
 * new park is compared as long as there is room in the comparison.
 */
export function toggled(
  list: readonly Shortlisted[],
  { parkId, name }: Shortlisted,
): readonly Shortlisted[] | undefined {
  const others = list.filter((kept) => kept.parkId !== parkId)
  if (others.length < list.length) return others
  if (list.length >= SHORTLIST_MOST) return undefined
  const compared = list.filter((kept) => kept.compared).length < COMPARED_MOST
  return [...list, { parkId, name, compared }]
}
