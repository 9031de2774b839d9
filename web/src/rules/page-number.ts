/** The number of a page of a list, from its address's query: 1 unless there is a valid `page`. */
export function pageNumber(query: URLSearchParams): number {
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}
