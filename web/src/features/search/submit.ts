import type { Dispatch } from '@reduxjs/toolkit'
import { utmOf, type SearchCriteria } from '../../rules/search-url'
import { track } from '../analytics'
import { refreshFlags } from '../flags'
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

/** Counts the submits, so that a submit knows whether a later one has replaced it. */
let submits = 0

/**
 * Submits the search, in the specified order: read the card provider's flag again, reset state,
 * update the route, fetch results (unless all regions are asked for), scroll to the top. A submit
 * ends when the visitor submits again or leaves the page while the flag is read. While it is
 * read, returns a promise of the end.
 */
export function submitSearch(steps: SubmitSteps) {
  return (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> | undefined => {
    if (!selectCanSearch(getState())) return undefined
    const submit = ++submits
    // A search that is scheduled would write its own address meanwhile.
    cancelSearch()(dispatch)
    const { pathname } = window.location
    const goOn = () => {
      if (submit !== submits || pathname !== window.location.pathname) return
      if (!selectCanSearch(getState())) return
      search(steps)(dispatch, getState)
    }
    const refreshed = refreshFlags()
    if (refreshed) return refreshed.then(goOn, goOn)
    goOn()
    return undefined
  }
}

function search(steps: SubmitSteps) {
  return (dispatch: Dispatch, getState: () => SearchRoot): void => {
    cancelSearch()(dispatch)
    dispatch(stateReset())
    dispatch(increaseAdultsIfNone())
    steps.navigate(selectSearchPath(getState()) + utmOf(window.location.search))
    if (!isOfAllRegions(selectCriteria(getState()))) void startSearch()(dispatch, getState)
    track('search_form_submit', formFields(selectCriteria(getState())))
    void remember(getState())
    steps.scrollToTop()
  }
}

/**
 * The form's fields for analytics, without the point near which the visitor searches: it may be
 * their position.
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
