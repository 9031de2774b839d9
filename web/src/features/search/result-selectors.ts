/** The results that pass the filters, and how many would pass each filter. */
import { createSelector } from '@reduxjs/toolkit'
import { OPERATOR_GROUP, type Filter } from '../../rules/filter-list'
import {
  filterCounts,
  passingRows,
  rowFailures,
  sortRows,
  type ChosenFilters,
} from '../../rules/filters'
import { onPromoDates } from '../../rules/promotion'
import { PRICE_SLIDER_MAX } from '../../rules/settings'
import {
  selectAllFilters,
  selectFilterList,
  selectOfferDates,
  selectSelectedFilters,
  selectSelectedOffers,
} from './selectors'
import type { ResultsRoot } from './state'

/** The filters that the visitor has chosen. Unknown ids are ignored. */
export const selectChosenFilters = createSelector(
  selectAllFilters,
  selectFilterList,
  // Not state.filters as a whole: a change of the sort must not filter thousands of rows again.
  selectSelectedFilters,
  (state: ResultsRoot) => state.filters.nFiltersStateArray,
  (state: ResultsRoot) =>
    state.filters.petFriendlySelected && state.search.channelId !== 'eurocaravan',
  (state: ResultsRoot) => state.filters.rangeSliderMin,
  (state: ResultsRoot) => state.filters.rangeSliderMax,
  selectSelectedOffers,
  (filters, list, ids, numbers, pets, priceMin, priceMax, offers): ChosenFilters => {
    const chosen = ids.flatMap((id): Filter[] =>
      filters[id]?.type === 'bFilt' ? [filters[id]] : [],
    )
    const [first] = list.nFilters
    return {
      features: chosen.filter(({ group }) => group !== OPERATOR_GROUP).map(({ id }) => id),
      operators: chosen.flatMap(({ opId }) => opId ?? []),
      offers,
      numeric: numbers.flatMap((value, index) => {
        const filter = filters[first + index]
        return filter?.compare === undefined
          ? []
          : [{ id: filter.id, compare: filter.compare, value }]
      }),
      pets,
      priceMin,
      priceMax,
    }
  },
)

/** The results; while the promotion is on, those on its dates, because no other can be chosen. */
export const selectOfferedResults = createSelector(
  (state: ResultsRoot) => state.searchResults.results,
  selectOfferDates,
  onPromoDates,
)

const selectFailures = createSelector(selectOfferedResults, selectChosenFilters, rowFailures)

/** All results, sorted. Filters are applied after it, so a filter does not sort again. */
const selectSortedRows = createSelector(
  selectOfferedResults,
  (state: ResultsRoot) => state.filters.resultsAppliedSort,
  (state: ResultsRoot) => state.searchResults.requestPayload?.date,
  (state: ResultsRoot) => state.search.near,
  sortRows,
)

/** The results that pass the filters, sorted. */
export const selectShownResults = createSelector(selectSortedRows, selectFailures, (rows, failed) =>
  passingRows(rows, failed),
)

/** How many results would pass each filter, together with the chosen ones. */
export const selectFilterCounts = createSelector(
  selectOfferedResults,
  selectChosenFilters,
  selectFailures,
  filterCounts,
)

const NOTHING_CHOSEN: ChosenFilters = {
  features: [],
  operators: [],
  offers: [],
  numeric: [],
  pets: false,
  priceMin: 0,
  priceMax: PRICE_SLIDER_MAX,
}

/**
 * How many results have each option, whatever is chosen. Options are sorted by this number, so that
 * their order stays while the visitor chooses.
 */
export const selectFilterUses = createSelector(selectOfferedResults, (rows) =>
  filterCounts(rows, NOTHING_CHOSEN),
)

/** The rows that pass all filters except the price, for the histogram. */
export const selectRowsOfAnyPrice = createSelector(
  selectOfferedResults,
  selectFailures,
  (rows, failed) => passingRows(rows, failed, true),
)
