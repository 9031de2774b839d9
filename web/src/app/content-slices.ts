import { blogReducer } from '../features/blog'
import { contentReducer } from '../features/content'

/** The slices of blog, content pages and travel guides. They are loaded with the first of these pages. */
export const contentSlices = {
  blog: blogReducer,
  content: contentReducer,
}
