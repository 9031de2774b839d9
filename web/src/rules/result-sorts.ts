import type { Near } from './near'

/** The sorts of the results, the default first. */
export const RESULT_SORTS = ['date', 'priceAsc', 'priceDesc'] as const
export type ResultSort = (typeof RESULT_SORTS)[number]
const RESULT_SORT_LABELS: Readonly<Record<ResultSort, string>> = {
  date: 'Date',
  priceAsc: 'Price (low to high)',
  priceDesc: 'Price (high to low)',
}

/**
 * The label of a sort. If results are sorted from a point, the sort by date is a sort by distance.
 */
export function sortLabel(sort: ResultSort, near: Near | undefined): string {
  return sort === 'date' && near ? 'Distance' : RESULT_SORT_LABELS[sort]
}
