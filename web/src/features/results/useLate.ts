import { createSelector } from '@reduxjs/toolkit'
import { useDeferredValue } from 'react'
import { useSelector } from 'react-redux'
import { selectFilterList, type ResultsRoot } from '../search'

/** The parts of the state as one object, which stays the same until one of them changes. */
const selectParts = createSelector(
  (state: ResultsRoot) => state.searchResults.searchId,
  (state: ResultsRoot) => state.searchResults.results,
  (state: ResultsRoot) => state.searchResults.requestPayload,
  (state: ResultsRoot) => state.filters,
  (state: ResultsRoot) => state.offers,
  (state: ResultsRoot) => state.search.channelId,
  (state: ResultsRoot) => state.search.near,
  (state: ResultsRoot) => state.data.operators,
  selectFilterList,
  (searchId, results, requestPayload, filters, offers, channelId, near, operators, filterList) => ({
    searchResults: { searchId, results, requestPayload },
    filters,
    offers,
    search: { channelId, near },
    data: { operators, filterList },
  }),
)

/**
 * What a selector finds in the results. It may be found shortly after the filters have changed, so
 * that a pressed filter is painted first: thousands of rows take time. What belongs to a new search is
 * found at once.
 */
export function useLate<Value>(select: (state: ResultsRoot) => Value): Value {
  const now = useSelector(selectParts)
  const late = useDeferredValue(now)
  return select(late.searchResults.searchId === now.searchResults.searchId ? late : now)
}
