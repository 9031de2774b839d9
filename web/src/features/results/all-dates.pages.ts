/** The page of all dates, for the route table. */
export { AllDatesPage } from './AllDatesPage'
