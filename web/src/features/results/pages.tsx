/** The results page, for the route table. The pages of all regions and all dates have chunks of their own. */
export { ResultsPage } from './ResultsPage'
export { resultsData } from './results-page-data'
