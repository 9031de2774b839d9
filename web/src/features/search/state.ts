import type { Channel, RequestsState } from '../../api'
import type {
  AppState,
  HomepageState,
  AvailabilityState,
  OperatorsState,
  RegionsState,
} from '../catalogue'
import type { SessionState } from '../page'
import type { PromotionState } from '../promotion'
import type { FiltersState } from './filters'
import type { FilterListState } from './filter-list'
import type { SearchFormState } from './form'
import type { OffersState } from './offers'
import type { PriceSlicesState } from './availability'
import type { SearchResultsState } from './search-results-slice'

/** The parts of the state that decide what is shown of the results. */
export interface ResultsRoot {
  app: AppState
  promotion: PromotionState
  searchResults: Pick<SearchResultsState, 'searchId' | 'results' | 'requestPayload'>
  filters: FiltersState
  offers: OffersState
  search: Pick<SearchFormState, 'channelId' | 'near'>
  data: { operators: OperatorsState; filterList: FilterListState }
}

/** The parts of the application's state that search reads. */
export interface SearchRoot {
  app: AppState
  homepage: HomepageState
  promotion: PromotionState
  requests: RequestsState
  search: SearchFormState
  session: SessionState
  searchResults: SearchResultsState
  filters: FiltersState
  offers: OffersState
  data: {
    channels: Channel[]
    regions: RegionsState
    operators: OperatorsState
    cachedAvailability: AvailabilityState
    priceSlices: PriceSlicesState
    filterList: FilterListState
  }
}
