import { createSlice, isAnyOf } from '@reduxjs/toolkit'
import {
  defineCall,
  type Filter as FilterEntry,
  type FilterGroup,
  type FilterRange,
  type Offer,
} from '../../api'
import { OPERATOR_GROUP, typedFilters, type Filter } from '../../rules/filter-list'
import { byName } from '../../rules/name-order'
import { initCall } from '../catalogue'

/** The lists of filters and offers to choose from. */
export interface FilterListState {
  Filters: Filter[]
  /** Index of the first one in Filters, default value, and their number. */
  bFilters: FilterRange
  nFilters: FilterRange
  filterGroups: Record<string, FilterGroup>
  /** Sorted by label. */
  offersData: Offer[]
}

/** The fields that both init and the filter call return. */
interface FilterData {
  Filters: FilterEntry[]
  bFilters: FilterRange
  nFilters: FilterRange
  filterGroups: Record<string, FilterGroup>
}

/** GET /api/filters. */
export const filtersCall = defineCall<void, FilterData>({
  name: 'FILTERS',
  path: '/api/filters',
  once: true,
})

/** The lists were loaded, by init or by the filter call. */
export const filtersLoaded = isAnyOf(initCall.success, filtersCall.success)

const initialState: FilterListState = {
  Filters: [],
  bFilters: [0, 0, 0],
  nFilters: [0, 0, 0],
  filterGroups: { [OPERATOR_GROUP]: { name: 'Park operators' } },
  offersData: [],
}

const slice = createSlice({
  name: 'FILTER_LIST',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload }) => {
      state.offersData = (payload.offers ?? []).toSorted((a, b) => byName(a.offer, b.offer))
    })
    builder.addMatcher(filtersLoaded, (state, { payload }) => {
      state.Filters = typedFilters(payload.Filters)
      state.bFilters = payload.bFilters
      state.nFilters = payload.nFilters
      // The operators' group has a name even when the server sends none.
      state.filterGroups = { ...initialState.filterGroups, ...payload.filterGroups }
    })
  },
})

export const filterListReducer = slice.reducer
