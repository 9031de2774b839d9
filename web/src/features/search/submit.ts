import type { Dispatch } from '@reduxjs/toolkit'
import type { SearchCriteria } from '../../rules/search-url'
import { track } from '../analytics'
import { selectSearchPath } from './address'
import { increaseAdultsIfNone } from './form'
import { stateReset } from './search-results-slice'
import { cancelSearch, remember, startSearch } from './run'
import { isOfAllRegions, selectCanSearch, selectCriteria } from './selectors'
import type { SearchRoot } from './state'

/** What a submit needs from the page. */
export interface SubmitSteps {
  navigate: (path: string) => void
  scrollToTop: () => void
}

/**
 * Submits the search, in the specified order: reset state, update the route,
 * fetch results (unless all regions are asked for), scroll to the top.
 */
export function submitSearch(steps: SubmitSteps) {
  return (dispatch: Dispatch, getState: () => SearchRoot): void => {
    if (!selectCanSearch(getState())) return
    cancelSearch()(dispatch)
    dispatch(stateReset())
    dispatch(increaseAdultsIfNone())
    steps.navigate(selectSearchPath(getState()))
    if (!isOfAllRegions(selectCriteria(getState()))) void startSearch()(dispatch, getState)
    track('search_form_submit', formFields(selectCriteria(getState())))
    void remember(getState())
    steps.scrollToTop()
  }
}

/**
 * The form as analytics sees it. A point near which the visitor searches may be where they are: it
 * is left out.
 */
function formFields({
  channelId,
  regionId,
  parkId,
  arrivalDate,
  duration,
  adults,
  children,
  under5s,
  petFriendly,
}: SearchCriteria) {
  return {
    channelId,
    regionId,
    parkId,
    arrivalDate,
    duration,
    adults,
    children,
    under5s,
    petFriendly,
  }
}
