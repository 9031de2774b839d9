import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { ensureSearch, loadSlice, selectCriteria, type SearchRoot } from '../search'
import { isOfAllRegions } from './useSearchAddress'
import { selectUkPriceSlices } from './useUkPrices'

type Dispatch = ThunkDispatch<SearchRoot, unknown, UnknownAction>

/** What /results shows first: the parks of the search in the address. */
export function resultsData() {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    if (!isOfAllRegions(selectCriteria(getState()))) await dispatch(ensureSearch())
  }
}

/** What /results/all-regions shows first: the prices per date, then those of the regions on the date shown. */
export function allRegionsData() {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    await dispatch(loadSlice(selectUkPriceSlices(getState()).strip))
    await dispatch(loadSlice(selectUkPriceSlices(getState()).tiles))
  }
}
