import { chunkOf, componentOf } from '../../ui'

const mapChunk = chunkOf(async () => (await import('./MapResults')).MapResults)

/** The results on the map, in a chunk that is loaded when the map is first shown. */
export const MapResults = componentOf(mapChunk)

/** Loads the chunk of the map. */
export const loadMapResults = mapChunk.load
