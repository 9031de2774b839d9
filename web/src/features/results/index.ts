/** What other features use of the results; the pages themselves come from './pages'. */
export { FilterChips } from './ActiveFilters'
export { featureIcon } from './facts'
export { Option } from './FilterPanel'
export { affiliateLabel, parkPath } from './park-links'
export { PriceRange } from './PriceRange'
export { Badge, Score } from './ResultCard'
