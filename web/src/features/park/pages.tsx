/** The park page, for the route table. */
export { ParkPage } from './ParkPage'
export { parkData } from './park-page-data'
