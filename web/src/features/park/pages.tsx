/** The park page, for the route table. */
export { ParkPage } from './ParkPage'
export { parkData, parkPlace } from './park-page-data'
