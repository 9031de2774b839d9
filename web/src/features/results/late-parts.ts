/**
 * What the results show when there are none or few, in a separate chunk, because most searches find
 * plenty.
 */
import { chunkOf, componentOf } from '../../ui'

const parts = () => import('./NoResults')
const none = chunkOf(async () => (await parts()).NoResults)
const few = chunkOf(async () => (await parts()).MoreHolidays)

export const NoResults = componentOf(none)
export const MoreHolidays = componentOf(few)

/** The largest number of results under which suggestions are shown. */
const FEW = 3

/** Whether suggestions are shown below so many results. */
export const isFew = (results: number): boolean => results > 0 && results <= FEW

/** Loads the chunk and the suggestions for the current search. */
export async function loadSuggestionParts() {
  const [{ suggestionsData }] = await Promise.all([parts(), none.load(), few.load()])
  return suggestionsData
}

const map = chunkOf(async () => (await import('./MapResults')).MapResults)

/** The results on the map, in a chunk that is loaded when the map is first shown. */
export const MapResults = componentOf(map)

/** Loads the chunk of the map's page. */
export const loadMapResults = map.load
