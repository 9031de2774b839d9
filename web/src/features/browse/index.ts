/** Browse pages' state; the pages themselves are in `pages`. */
export { browseReducer, type BrowseRoot } from './state'
