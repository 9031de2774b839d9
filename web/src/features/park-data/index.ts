/** Parks as state: the catalogue's, their details, reviews, results, pictures, and what pages have selected of them. */
<<<<<<< HEAD
export { cottageDatesCall, parkDetailsCall, parkResultsCall, parkReviewsCall } from './calls'
=======
export {
  cottageDatesCall,
  parkDetailsCall,
  parkNamesCall,
  parkResultsCall,
  parkReviewsCall,
  parksCall,
} from './calls'
>>>>>>> 8b66d5e (web: browse pages, and their way and pages for search engines)
export {
  loadExtraData,
  loadParkDetails,
  loadParkResults,
  loadParks,
  loadParkReviews,
  selectDateEntries,
  selectHasParkResults,
  selectStayKey,
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
