/** Parks as state: the catalogue's, their details, reviews, results, pictures, and what pages have selected of them. */
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
