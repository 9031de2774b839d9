/**
 * The state of parks: the catalogue, details, reviews, units, pictures, and the visitor's
 * selections.
 */
export {
  cottageDatesCall,
  parkDetailsCall,
  parkResultsCall,
  parkReviewsCall,
  parksCall,
} from './calls'
export {
  loadExtraData,
  loadParkDetails,
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
  browseOperatorRegionsChosen,
  browseOperatorsChosen,
  browseParksChosen,
  browseRegionsChosen,
  pageSelectionsReducer,
  parkDataReducers,
  parkResultsOutdated,
  parkPageChosen,
  parkDateChosen,
  type PageSelectionsState,
  type ParkRoot,
  type SelectedDate,
} from './state'
export { usePark } from './usePark'
