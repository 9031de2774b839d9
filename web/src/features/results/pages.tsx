/**
 * The results page, for the route table. The pages of all regions and all dates are in separate
 * chunks.
 */
export { ResultsPage } from './ResultsPage'
export { resultsData } from './results-page-data'
