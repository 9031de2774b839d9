import { priceSlicesReducer } from './availability'
import { filterListReducer } from './filter-list'
import { filtersReducer } from './filters'
import { searchFormReducer } from './form'
import { offersReducer } from './offers'
import { searchResultsReducer } from './search-results-slice'

/** The reducers of search at the root of the state. `searchResults` is not saved between visits. */
export const searchReducers = {
  search: searchFormReducer,
  searchResults: searchResultsReducer,
  filters: filtersReducer,
  offers: offersReducer,
}

/** The reducers of search within `data`. */
export const searchDataReducers = {
  priceSlices: priceSlicesReducer,
  filterList: filterListReducer,
}
