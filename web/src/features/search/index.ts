/** What is searched for and what was found, as state: form, prices, results, filters, offers, address. */
export {
  applyUrlQuery,
  resetPlace,
  selectChannel,
  selectSearchPath,
  selectSearchQuery,
} from './address'
export {
  loadCachedAvailability,
  loadSlice,
  priceSlicesReducer,
  selectHasSlice,
  type PriceSlicesState,
  type SliceAsked,
} from './availability'
export { filterListReducer, filtersCall, type FilterListState } from './filter-list'
export * from './filters'
export {
  arrivalOf,
  increaseAdultsIfNone,
  isDurationAvailable,
  partyOf,
  resetArrival,
  searchFormReducer,
  selectAdults,
  selectChannelAndRegion,
  selectChildren,
  selectDate,
  selectDuration,
  selectMonth,
  selectParkInForm,
  selectPetFriendly,
  selectRegion,
  selectUnder5s,
  setArrivalAvailable,
  setPartySizeModal,
  storeCottageDates,
  type SearchFormState,
} from './form'
export { offersReducer, resetOffers, setOffers, toggleOffer, type OffersState } from './offers'
export {
  parkCardsCall,
  pollCall,
  searchCall,
  searchResultsReducer,
  stateReset,
  unavailableUnit,
  type SearchParty,
  type SearchResultsState,
} from './results'
export {
  DEBOUNCE_EDITING_MS,
  DEBOUNCE_MS,
  cancelSearch,
  ensureSearch,
  isSearchStale,
  maySearchAutomatically,
  scheduleSearch,
  searchKey,
  startSearch,
} from './run'
export * from './selectors'
export { searchDataReducers, searchReducers } from './reducers'
export type { SearchRoot } from './state'
export { submitSearch, type SubmitSteps } from './submit'
