/** Cards drawn at first, and added by 'Show more': whole rows of two and of three. A search brings as many with it. */
export const PAGE = 18

/** The page of the results that an address begins at: the first, where it does not say. */
export function pageInQuery(search: string): number {
  const page = new URLSearchParams(search).get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1
}

/** The address of a page of the results of a search. */
export function pageAddress(query: string, page: number): string {
  return page > 1 ? `?${query}&page=${page}` : `?${query}`
}
