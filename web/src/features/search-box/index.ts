/** The search box. */
export { SearchBox } from './SearchBox'
