/** The state of browse pages. The pages themselves are in `pages`. */
export { browseSelectionReducers } from './selections'
export { browseReducer, type BrowseRoot } from './state'
