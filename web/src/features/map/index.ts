/** The map: its frame here, the map itself in a chunk of its own. */
export { MapFrame } from './MapFrame'
export type { FarMarks, Mark, Pin } from './pins'
