import { contentReducer } from '../features/content'

/** The slice of content pages and travel guides. */
export const contentSlices = { slices: { content: contentReducer } }
