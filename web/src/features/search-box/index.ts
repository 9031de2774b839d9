/** The search box. */
export { SearchBox } from './SearchBox'
export type { SearchBoxParts } from './SearchForm'
