/** The park page, for the route table. */
export { ParkPage } from './ParkPage'
