/**
 * The parts of the results page in chunks that are loaded when needed: the map, and what is shown
 * when there are no results or few.
 */
import { chunkOf, componentOf } from '../../ui'

const importParts = () => import('./NoResults')
const noResultsChunk = chunkOf(async () => (await importParts()).NoResults)
const moreHolidaysChunk = chunkOf(async () => (await importParts()).MoreHolidays)

export const NoResults = componentOf(noResultsChunk)
export const MoreHolidays = componentOf(moreHolidaysChunk)

/** Suggestions are shown below at most this many results. */
const FEW = 3

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

const mapChunk = chunkOf(async () => (await import('./MapResults')).MapResults)

/** The results on the map, in a chunk that is loaded when the map is first shown. */
export const MapResults = componentOf(mapChunk)

/** Loads the chunk of the map. */
export const loadMapResults = mapChunk.load
