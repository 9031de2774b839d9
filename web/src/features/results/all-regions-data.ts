import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { selectMustPass } from '../promotion'
import { ensureSearch, loadSlice, selectCriteria, type SearchRoot } from '../search'
import { loadMapResults } from './lazy-map'
import { selectUkPriceSlices } from './useUkPrices'

type Dispatch = ThunkDispatch<SearchRoot, unknown, UnknownAction>

/**
 * Loads what /results/all-regions shows first: the prices by date, then the prices of the regions
 * on the shown date.
 */
export function allRegionsData() {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    if (selectMustPass(getState())) return
    if (selectCriteria(getState()).view === 'map') {
      await loadMapResults()
      await dispatch(ensureSearch())
      return
    }
    await dispatch(loadSlice(selectUkPriceSlices(getState()).byDate))
    // Only the prices by date say which date is shown.
    await dispatch(loadSlice(selectUkPriceSlices(getState()).byRegion))
  }
}
