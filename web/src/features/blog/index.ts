/** The state of the blog. Its pages are in `pages`. */
export { blogReducer } from './state'
