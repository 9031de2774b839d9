// The order of names. Server and browser sort by it, so that both show the same list: the engine that
// renders pages on the server has no locales.

/** A name in lower case and without accents. Comparing it is faster than a locale's collation. */
export function sortKey(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Compares two texts by their characters. */
export function inOrder(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Compares two names, without regard to case and accents. */
export function byName(a: string, b: string): number {
  return inOrder(sortKey(a), sortKey(b))
}
