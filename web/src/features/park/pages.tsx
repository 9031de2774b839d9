/** The park page, for the route table. */
export { ParkPage } from './ParkPage'
export { parkData, fillParkSearch } from './park-page-data'
