/** The state of browse pages. The pages themselves are in `pages`. */
export { browseReducer, type BrowseRoot } from './state'
