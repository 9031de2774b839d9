import { combineReducers, isAnyOf, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { browseReducer, browseSelectionReducers } from '../features/browse'
import { availabilityReducer } from '../features/catalogue'
import {
  addressOpened,
  menuLinkFollowed,
  passedGate,
  type RootWithDocument,
} from '../features/page'
import { parkDataReducers, parkSelectionReducer } from '../features/park-data'
import {
  loadGate,
  promotionReducer,
  selectBoxContent,
  settlePromotion,
} from '../features/promotion'
import {
  applyMenuLink,
  applyUrlQuery,
  loadCachedAvailability,
  type SearchRoot,
} from '../features/search'
import { searchDataReducers, searchReducers } from '../features/search/reducers'
import { shortlistReducer } from '../features/shortlist'
import { rehydrated } from './persistence'

type Root = SearchRoot & RootWithDocument
type Dispatch = ThunkDispatch<Root, unknown, UnknownAction>

/** Saved state knows less of the visitor's pass than the server, which has the last word. */
const settle = () => (dispatch: Dispatch, getState: () => Root) =>
  dispatch(settlePromotion(getState().document.passedGate))
const mayDiffer = isAnyOf(rehydrated, passedGate)

/**
 * The slices of the pages with a search, and of the pages that lead to parks: what is searched for, the
 * results, the promotion, and what is known of prices and parks.
 */
export const searchSlices = {
  slices: {
    ...searchReducers,
    promotion: promotionReducer,
    /** What the visitor has chosen on browse pages and on a park's page. */
    pageSelections: combineReducers({ ...browseSelectionReducers, park: parkSelectionReducer }),
  },
  catalogue: {
    ...parkDataReducers,
    ...searchDataReducers,
    browse: browseReducer,
    cachedAvailability: availabilityReducer,
    shortlist: shortlistReducer,
  },
  added: settle,
  follow: (action: UnknownAction) => {
    if (addressOpened.match(action)) return applyUrlQuery(action.payload)
    if (menuLinkFollowed.match(action)) return applyMenuLink(action.payload)
    return mayDiffer(action) ? settle() : undefined
  },
  open: () => async (dispatch: Dispatch, getState: () => Root) => {
    // A gate whose code does not come says so where it is shown.
    if (selectBoxContent(getState()) === 'gate') await loadGate().catch(() => {})
    return { loading: dispatch(loadCachedAvailability()) }
  },
}
