import { blogReducer } from '../features/blog'

/** The slice of the blog. */
export const blogSlices = { slices: { blog: blogReducer } }
