/** The results pages, for the route table. */
export { AllDatesPage } from './AllDatesPage'
export { AllRegionsPage } from './AllRegionsPage'
export { ResultsPage } from './ResultsPage'
