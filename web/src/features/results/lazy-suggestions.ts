/** What is shown when there are no results or few, in a chunk that is loaded when it is needed. */
import { chunkOf, componentOf } from '../../ui'

const importParts = () => import('./NoResults')
const noResultsChunk = chunkOf(async () => (await importParts()).NoResults)
const moreHolidaysChunk = chunkOf(async () => (await importParts()).MoreHolidays)

export const NoResults = componentOf(noResultsChunk)
export const MoreHolidays = componentOf(moreHolidaysChunk)

/** Suggestions are shown below at most this many results. */
export const FEW = 3

/** Whether the results are so few that suggestions are shown below them. */
export const isFew = (results: number): boolean => results > 0 && results <= FEW

/** Loads the chunk of the suggestions and returns what loads their data for the current search. */
export async function loadSuggestionParts() {
  const [{ suggestionsData }] = await Promise.all([
    importParts(),
    noResultsChunk.load(),
    moreHolidaysChunk.load(),
  ])
  return suggestionsData
}
