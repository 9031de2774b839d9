/** What the filters let through, and what each filter would leave. */
import { createSelector } from '@reduxjs/toolkit'
import { shallowEqual } from 'react-redux'
import { OPERATOR_GROUP, type Filter } from '../../rules/filter-list'
import {
  filterCounts,
  passingRows,
  rowFailures,
  sortRows,
  type ChosenFilters,
} from '../../rules/filters'
import {
  selectAllFilters,
  selectFilterList,
  selectFilters,
  selectSelectedOffers,
} from './selectors'
import type { SearchRoot } from './state'

/** The filters without the sort: another sort must not filter thousands of rows again. */
const selectUsed = createSelector(
  selectFilters,
  ({
    bFiltersStateArray,
    nFiltersStateArray,
    petFriendlySelected,
    rangeSliderMin,
    rangeSliderMax,
  }) => ({
    bFiltersStateArray,
    nFiltersStateArray,
    petFriendlySelected,
    rangeSliderMin,
    rangeSliderMax,
  }),
  { memoizeOptions: { resultEqualityCheck: shallowEqual } },
)

/** The filters that the visitor has chosen. Unknown ids are ignored. */
export const selectChosenFilters = createSelector(
  selectAllFilters,
  selectFilterList,
  selectUsed,
  selectSelectedOffers,
  (state: SearchRoot) => state.search.channelId,
  (filters, list, state, offers, channelId): ChosenFilters => {
    const chosen = state.bFiltersStateArray.flatMap((id): Filter[] =>
      filters[id]?.type === 'bFilt' ? [filters[id]] : [],
    )
    const [first] = list.nFilters
    return {
      features: chosen.filter(({ group }) => group !== OPERATOR_GROUP).map(({ id }) => id),
      operators: chosen.flatMap(({ opId }) => opId ?? []),
      offers,
      numeric: state.nFiltersStateArray.flatMap((value, index) => {
        const filter = filters[first + index]
        return filter?.compare === undefined
          ? []
          : [{ id: filter.id, compare: filter.compare, value }]
      }),
      pets: state.petFriendlySelected && channelId !== 'eurocaravan',
      priceMin: state.rangeSliderMin,
      priceMax: state.rangeSliderMax,
    }
  },
)

const selectRows = (state: SearchRoot) => state.searchResults.results

const selectFailures = createSelector(selectRows, selectChosenFilters, rowFailures)
const selectPassing = createSelector(selectRows, selectFailures, (rows, failed) =>
  passingRows(rows, failed),
)

/** The results that pass the filters, sorted. */
export const selectShownResults = createSelector(
  selectPassing,
  (state: SearchRoot) => state.filters.resultsAppliedSort,
  (state: SearchRoot) => state.searchResults.requestPayload?.date,
  (state: SearchRoot) => state.search.near,
  (rows, sort, askedDate, near) => sortRows(rows, sort, askedDate, near),
)

/** How many results each filter would leave. */
export const selectFilterCounts = createSelector(
  selectRows,
  selectChosenFilters,
  selectFailures,
  filterCounts,
)

/** The rows that pass all filters except the price, for the histogram. */
export const selectRowsOfAnyPrice = createSelector(selectRows, selectFailures, (rows, failed) =>
  passingRows(rows, failed, { anyPrice: true }),
)
