/** The page of all regions, for the route table. */
export { AllRegionsPage } from './AllRegionsPage'
export { allRegionsData } from './all-regions-data'
