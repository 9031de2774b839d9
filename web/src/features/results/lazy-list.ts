import { chunkOf, componentOf } from '../../ui'

const listChunk = chunkOf(async () => (await import('./FilteredResults')).FilteredResults)
const byMonthChunk = chunkOf(async () => (await import('./SearchByMonth')).SearchByMonth)
if (__SERVER__) void byMonthChunk.load()

/** The list of results with its filters, in a chunk that is loaded when the list is first shown. */
export const FilteredResults = componentOf(listChunk)

/** Loads the chunk of the list. */
export const loadFilteredResults = listChunk.load

/** The search by month, which shows the same list, in a chunk as well. */
export const SearchByMonth = componentOf(byMonthChunk)
