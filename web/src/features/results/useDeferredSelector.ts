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
  (state: ResultsRoot) => state.app,
  (state: ResultsRoot) => state.promotion,
  (
    searchId,
    results,
    requestPayload,
    filters,
    offers,
    channelId,
    near,
    operators,
    filterList,
    app,
    promotion,
  ) => ({
    app,
    promotion,
    searchResults: { searchId, results, requestPayload },
    filters,
    offers,
    search: { channelId, near },
    data: { operators, filterList },
  }),
)

/**
 * Like `useSelector`, but a change of the filters is selected in a deferred render: a pressed filter
 * is painted first, because filtering thousands of rows takes time. A new search is selected at once.
 */
export function useDeferredSelector<Value>(select: (state: ResultsRoot) => Value): Value {
  const current = useSelector(selectParts)
  const deferred = useDeferredValue(current)
  return select(
    deferred.searchResults.searchId === current.searchResults.searchId ? deferred : current,
  )
}
