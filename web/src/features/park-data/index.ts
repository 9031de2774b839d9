/**
 * The state of parks: the catalogue, details, reviews, units, pictures, and the visitor's
 * choices on a park's page.
 */
export { cottageDatesCall, parkResultsCall, parkReviewsCall, parksCall } from './calls'
export { loadParkDetails } from './details'
export { parkDetailsCall, parkDetailsReducer } from './park-details'
export {
  loadExtraData,
  loadParkResults,
  loadParks,
  loadParkReviews,
  selectDateEntries,
  selectHasParkResults,
  selectNextOffer,
  selectStayKey,
  selectHasDate,
  openPark,
} from './load'
export {
  parkDataReducers,
  parkResultsOutdated,
  parkSelectionReducer,
  parkPageChosen,
  parkDateChosen,
  type ParkRoot,
  type SelectedDate,
} from './state'
export { usePark } from './usePark'
