import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ResultSort } from '../../rules/result-sorts'
import { NO_ACCOM_FILTERS, type AccomFilters, type UnitSort } from '../../rules/accom-filters'
import type { ResultRefinements } from '../../rules/refinement-url'
import { PRICE_SLIDER_MAX, PRICE_SLIDER_MIN } from '../../rules/settings'
import { homeVisited } from '../page'
import { filtersLoaded } from './filter-list'
import { searchStarted, stateReset } from './search-results-slice'

/**
 * The chosen filters of the results and of a park's accommodation. The field names are the
 * specification's.
 */
export interface FiltersState {
  /** Ids of the chosen boolean filters, operators included. */
  bFiltersStateArray: number[]
  /** The chosen value of each numeric filter, in the order of the list. */
  nFiltersStateArray: number[]
  /** For each numeric filter the value that means no choice. */
  nFiltersDefaultArray: number[]
  petFriendlySelected: boolean
  rangeSliderMin: number
  rangeSliderMax: number
  resultsAppliedSort: ResultSort
  accom: AccomFilters
}

const initialState: FiltersState = {
  bFiltersStateArray: [],
  nFiltersStateArray: [],
  nFiltersDefaultArray: [],
  petFriendlySelected: false,
  rangeSliderMin: PRICE_SLIDER_MIN,
  rangeSliderMax: PRICE_SLIDER_MAX,
  resultsAppliedSort: 'date',
  accom: NO_ACCOM_FILTERS,
}

const withToggled = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]
const withAdded = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? [...list] : [...list, item]

interface Range {
  rangeSliderMin: number
  rangeSliderMax: number
}

function setMin(range: Range, min: number) {
  range.rangeSliderMin = Math.min(Math.max(min, PRICE_SLIDER_MIN), range.rangeSliderMax)
}

function setMax(range: Range, max: number) {
  range.rangeSliderMax = Math.max(Math.min(max, PRICE_SLIDER_MAX), range.rangeSliderMin)
}

const slice = createSlice({
  name: 'FILTERS',
  initialState,
  reducers: {
    TOGGLE_BFILTER: (state, { payload: id }: PayloadAction<number>) => {
      state.bFiltersStateArray = withToggled(state.bFiltersStateArray, id)
    },
    ADD_BFILTER: (state, { payload: id }: PayloadAction<number>) => {
      state.bFiltersStateArray = withAdded(state.bFiltersStateArray, id)
    },
    SET_BFILTERS: (state, { payload: ids }: PayloadAction<readonly number[]>) => {
      state.bFiltersStateArray = [...ids]
    },
    /** Sets a numeric filter; `index` counts numeric filters only. */
    ADD_NFILTER: (state, { payload }: PayloadAction<{ index: number; value: number }>) => {
      state.nFiltersStateArray[payload.index] = payload.value
    },
    TOGGLE_PET_FRIENDLY: (state) => {
      state.petFriendlySelected = !state.petFriendlySelected
    },
    SET_PET_FRIENDLY: (state, { payload }: PayloadAction<boolean>) => {
      state.petFriendlySelected = payload
    },
    UPDATE_MIN_PRICE: (state, { payload }: PayloadAction<number>) => setMin(state, payload),
    UPDATE_MAX_PRICE: (state, { payload }: PayloadAction<number>) => setMax(state, payload),
    SET_RESULTS_SORT: (state, { payload }: PayloadAction<ResultSort>) => {
      state.resultsAppliedSort = payload
    },
    TOGGLE_ACCOM_FILTER: (state, { payload: id }: PayloadAction<number>) => {
      state.accom.filtersStateArray = withToggled(state.accom.filtersStateArray, id)
    },
    ACCOM_UPDATE_MIN_PRICE: (state, { payload }: PayloadAction<number>) =>
      setMin(state.accom, payload),
    ACCOM_UPDATE_MAX_PRICE: (state, { payload }: PayloadAction<number>) =>
      setMax(state.accom, payload),
    SET_ACCOM_SORT: (state, { payload }: PayloadAction<UnitSort>) => {
      state.accom.appliedSort = payload
    },
    SET_BEDROOMS: (state, { payload }: PayloadAction<number>) => {
      state.accom.bedrooms = payload
    },
    SET_BATHROOMS: (state, { payload }: PayloadAction<number>) => {
      state.accom.bathrooms = payload
    },
    /** Applies the sort and the filters of an address. */
    APPLY_URL: (state, { payload }: PayloadAction<ResultRefinements & { accom: AccomFilters }>) =>
      Object.assign(state, payload),
    RESET_ACCOM: (state) => {
      state.accom = NO_ACCOM_FILTERS
    },
    /**
     * Resets the filters and the sort of the results; pets are set as in the search. Accommodation
     * filters are kept.
     */
    RESET: (state, { payload: pets }: PayloadAction<boolean | undefined>) => ({
      ...defaultFilters(state),
      petFriendlySelected: pets ?? false,
      accom: state.accom,
    }),
    /** Resets the filters of the results and of the accommodation, and the sort. */
    RESET_ALL: (state, { payload: pets }: PayloadAction<boolean | undefined>) => ({
      ...defaultFilters(state),
      petFriendlySelected: pets ?? false,
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(homeVisited, defaultFilters)
      // A new search keeps features and operators, because they are in the address.
      .addCase(stateReset, (state) => ({
        ...defaultFilters(state),
        bFiltersStateArray: state.bFiltersStateArray,
        petFriendlySelected: state.petFriendlySelected,
      }))
      .addCase(searchStarted, (state, { payload }) => {
        state.petFriendlySelected = payload.party.petFriendly
      })
    builder.addMatcher(filtersLoaded, (state, { payload }) => {
      const [, value, count] = payload.nFilters
      state.nFiltersDefaultArray = Array.from({ length: count }, () => value)
      if (state.nFiltersStateArray.length !== count)
        state.nFiltersStateArray = state.nFiltersDefaultArray
    })
  },
})

function defaultFilters(state: FiltersState): FiltersState {
  const { nFiltersDefaultArray } = state
  return { ...initialState, nFiltersDefaultArray, nFiltersStateArray: nFiltersDefaultArray }
}

export const filtersReducer = slice.reducer
export const {
  APPLY_URL: applyUrlToFilters,
  TOGGLE_BFILTER: toggleFilter,
  ADD_BFILTER: addFilter,
  SET_BFILTERS: setFilters,
  ADD_NFILTER: setNumericFilter,
  TOGGLE_PET_FRIENDLY: togglePets,
  SET_PET_FRIENDLY: setPets,
  UPDATE_MIN_PRICE: updateMinPrice,
  UPDATE_MAX_PRICE: updateMaxPrice,
  SET_RESULTS_SORT: setResultsSort,
  TOGGLE_ACCOM_FILTER: toggleAccomFilter,
  ACCOM_UPDATE_MIN_PRICE: updateAccomMinPrice,
  ACCOM_UPDATE_MAX_PRICE: updateAccomMaxPrice,
  SET_ACCOM_SORT: setAccomSort,
  SET_BEDROOMS: setBedrooms,
  SET_BATHROOMS: setBathrooms,
  RESET_ACCOM: resetAccomFilters,
  RESET: resetFilters,
  RESET_ALL: resetAllFilters,
} = slice.actions
