import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { selectIsReader, selectMustPass } from '../promotion'
import {
  ensureSearch,
  isFound,
  isOfAllRegions,
  parkCardsCall,
  selectCriteria,
  selectResultsState,
  selectShownResults,
  type SearchRoot,
} from '../search'
import { loadFiltersBeside } from './lazy-filters'
import { loadMapResults } from './lazy-map'
import { FEW, loadSuggestionParts } from './lazy-suggestions'
import { PAGE, pageInQuery } from './pages-of-results'

type Dispatch = ThunkDispatch<SearchRoot, unknown, UnknownAction>

/**
 * Loads what /results shows first: the parks of the search in the address, starting with the page
 * in the address.
 */
export function resultsData(_: unknown, query: string) {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    if (selectMustPass(getState()) || isOfAllRegions(selectCriteria(getState()))) return
    // What a reader is offered on flexible dates depends on the pass, which only the browser has.
    if (__SERVER__ && selectCriteria(getState()).when && selectIsReader(getState())) return
    await Promise.all([
      selectCriteria(getState()).view === 'map' ? loadMapResults() : loadFiltersBeside(),
      dispatch(ensureSearch()),
    ])
    const rows = selectShownResults(getState())
    const page = Math.min(pageInQuery(query), Math.ceil(rows.length / PAGE))
    const found = selectResultsState(getState())
    if (isFound(found) && rows.length <= FEW) await dispatch((await loadSuggestionParts())())
    const parkIds = rows
      .slice((page - 1) * PAGE, page * PAGE)
      .flatMap(({ parkId }) => (found.cards[parkId] ? [] : parkId))
    // The search's answer has the cards of its first parks. Another order, a filter or a later page
    // needs others.
    if (parkIds.length > 0)
      await dispatch(parkCardsCall.run({ parkIds, channel: rows[0]?.channel }))
  }
}
