/** The search box. */
export { LazySearchBox, loadSearchBox } from './LazySearchBox'
