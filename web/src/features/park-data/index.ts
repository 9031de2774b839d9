/** Parks as state: the catalogue's, their details, reviews, offers, pictures, and what pages have selected of them. */
export {
  cottageDatesCall,
  extraDataCall,
  parkDetailsCall,
  parkNamesCall,
  parkResultsCall,
  parkReviewsCall,
  parksCall,
} from './calls'
export {
  FRESH_MS,
  loadExtraData,
  loadParkDetails,
  loadParkResults,
  loadParkReviews,
  selectDateEntries,
  selectHasOffers,
} from './load'
export {
  pageSelectionsReducer,
  parkDataReducers,
  selectBrowseOperatorRegions,
  selectBrowseOperators,
  selectBrowseParks,
  selectBrowseRegions,
  selectPark,
  selectParkChannel,
  selectParkDate,
  type PageSelectionsState,
  type ParkRoot,
  type SelectedDate,
} from './state'
