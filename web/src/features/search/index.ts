/** State of searching: form, prices, results, filters, offers, address. */
export { SAVED_FORM_FIELDS } from './saved'
export {
  applyMenuLink,
  applyUrlQuery,
  resetRegion,
  chooseChannel,
  selectAccomRefinements,
  selectResultRefinements,
  selectSearchPath,
  selectSearchQuery,
  useSearchLinks,
} from './address'
export {
  isSliceLoaded,
  loadCachedAvailability,
  loadSlice,
  sliceOf,
  type PriceSlicesState,
  type PriceSlice,
} from './availability'
export { filtersCall, type FilterListState } from './filter-list'
export * from './filters'
export {
  arrivalOf,
  isDurationAvailable,
  partyOf,
  boxChosen,
  adultsChosen,
  channelAndRegionChosen,
  childrenChosen,
  dateChosen,
  durationChosen,
  monthChosen,
  nearChosen,
  parkChosen,
  petFriendlyChosen,
  regionChosen,
  under5sChosen,
  whenChosen,
  setArrivalAvailable,
  setPartySizeModal,
  storeCottageDates,
  type SearchFormState,
} from './form'
export { resetOffers, toggleOffer, type OffersState } from './offers'
export {
  isFound,
  NO_SEARCH_ID,
  parkCardsCall,
  pollCall,
  searchCall,
  stateReset,
  type SearchParty,
  type SearchResultsState,
} from './search-results-slice'
export {
  DEBOUNCE_EDITING_MS,
  DEBOUNCE_MS,
  cancelSearch,
  ensureSearch,
  scheduleSearch,
  searchKey,
  searchQuery,
  startSearch,
} from './run'
export * from './result-selectors'
export * from './selectors'
export type { ResultsRoot, SearchRoot } from './state'
export { useWriteAddress } from './useWriteAddress'
export { usePrices, type PricesState } from './usePrices'
export { submitSearch, type SubmitSteps } from './submit'
