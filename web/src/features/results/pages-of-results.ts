/**
 * How many cards are shown at first, and added by 'Show more'. It fills whole rows of two and of
 * three cards. The answer of a search contains the data of this many cards.
 */
export const PAGE = 18

/** The first page of results to show for an address; 1 by default. */
export function pageInQuery(search: string): number {
  const page = new URLSearchParams(search).get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1
}

/** The address of a page of the results of a search. */
export function pageAddress(query: string, page: number): string {
  return page > 1 ? `?${query}&page=${page}` : `?${query}`
}
