import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { defineCall, useAppDispatch, useRequest } from '../../api'
import type { Suggestions, SuggestionsQuery } from '../../api/schema'
import { takesPets } from '../../rules/search-url'
import { PRICE_SLIDER_MAX } from '../../rules/settings'
import {
  partyOf,
  searchQuery,
  selectChosenFilters,
  selectCriteria,
  selectForm,
  selectResultsState,
  type SearchRoot,
} from '../search'

/** GET /api/suggestions: what to search for instead, where a search found little. */
const suggestionsCall = defineCall<SuggestionsQuery, Suggestions>({
  name: 'SUGGESTIONS',
  path: '/api/suggestions',
  send: (query) => ({ ...query }),
  latest: true,
})

/**
 * The parameters of the suggestions for the current search: those of the search, and the filters
 * that stay when the visitor follows a suggestion.
 */
function suggestionsQuery(state: SearchRoot): SuggestionsQuery {
  const form = selectForm(state)
  const chosen = selectChosenFilters(state)
  return {
    ...searchQuery(selectCriteria(state), partyOf(form)),
    flex: selectResultsState(state).flex,
    features: [...chosen.features],
    operators: [...chosen.operators],
    offers: [...chosen.offers],
    numbers: chosen.numeric.flatMap(({ id, value }) => (value > 0 ? `${id}:${value}` : [])),
    // A new search sets this filter by its party.
    pets: takesPets(form) || undefined,
    priceMin: chosen.priceMin || undefined,
    priceMax: chosen.priceMax < PRICE_SLIDER_MAX ? chosen.priceMax : undefined,
  }
}

/** The parameters as text, which stays the same until one of them changes. */
const selectQueryText = (state: SearchRoot): string => JSON.stringify(suggestionsQuery(state))

/** Loads the suggestions for the current search, unless they are there. */
export function suggestionsData() {
  return async (
    dispatch: (load: ReturnType<typeof suggestionsCall.run>) => Promise<unknown>,
    getState: () => SearchRoot,
  ): Promise<void> => {
    const query = suggestionsQuery(getState())
    if (selectResultsState(getState()).suggestions?.query === JSON.stringify(query)) return
    await dispatch(suggestionsCall.run(query))
  }
}

/**
 * The suggestions for the current search; undefined until they are loaded, and when they could not
 * be loaded.
 */
export function useSuggestions(): { found: Suggestions | undefined; fetching: boolean } {
  const dispatch = useAppDispatch()
  const currentQuery = useSelector(selectQueryText)
  const { suggestions } = useSelector(selectResultsState)
  const { fetching } = useRequest(suggestionsCall.idOf({}))
  const missing = suggestions?.query !== currentQuery
  useEffect(() => {
    if (!missing) return
    const abort = new AbortController()
    const query = JSON.parse(currentQuery) as SuggestionsQuery
    void dispatch(suggestionsCall.run(query, { signal: abort.signal }))
    return () => abort.abort()
  }, [dispatch, currentQuery, missing])
  return { found: missing ? undefined : suggestions.found, fetching: missing && fetching }
}
