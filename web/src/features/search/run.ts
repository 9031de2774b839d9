import type { Dispatch } from '@reduxjs/toolkit'
import type { SearchQuery } from '../../api/schema'
import { formatShort, fromIso } from '../../rules/dates'
import { nearToSend } from '../../rules/near'
import { searchToQuery, type SearchCriteria } from '../../rules/search-url'
import { track } from '../analytics'
import { selectSearchQuery } from './address'
import { increaseAdultsIfNone, partyOf, setSearchNeeded } from './form'
import {
  pollCall,
  resultsReceived,
  searchAccepted,
  searchCall,
  searchCancelled,
  searchFailed,
  searchStarted,
  type SearchParty,
} from './search-results-slice'
import { isOfAllRegions, selectCanSearch, selectCriteria, selectPlaceLabel } from './selectors'
import type { SearchRoot } from './state'

type GetState = () => SearchRoot

/**
 * Remembers the search of the form on the visitor's device. The visitor's own position and an area
 * of the map are not remembered.
 */
export async function remember(state: SearchRoot): Promise<void> {
  if (state.search.near?.own || state.search.box) return
  const search = { query: selectSearchQuery(state), place: selectPlaceLabel(state) }
  try {
    const { rememberSearch } = await import('../recent-searches')
    rememberSearch(search)
  } catch {
    // The code could not be loaded: the search is not remembered.
  }
}

/** The wait before an automatic search, in ms; longer while the visitor is still editing. */
export const DEBOUNCE_MS = 500
export const DEBOUNCE_EDITING_MS = 2000
/** For how many seconds to poll for results, every 1 to 5 seconds. */
const POLL_LIMIT_S = 60

/** What runs for one store: the timer of the next search, and the current search. */
interface Running {
  timer?: ReturnType<typeof setTimeout>
  abort?: AbortController
}
const running = new WeakMap<Dispatch, Running>()

/** Cancels a scheduled search and the current one. */
export function cancelSearch() {
  return (dispatch: Dispatch): void => {
    const { timer, abort } = running.get(dispatch) ?? {}
    clearTimeout(timer)
    abort?.abort()
    running.delete(dispatch)
    dispatch(searchCancelled())
  }
}

/** Options of a search that are not in the form. */
interface SearchOptions {
  /** How many days before and after the date are included; by default the server decides. */
  flex?: number
  /** Keeps the old results until the new ones arrive. */
  keepResults?: boolean
}

/** Searches for the values of the form, and polls until the results arrive. */
export function startSearch({ keepResults = false, flex }: SearchOptions = {}) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    cancelSearch()(dispatch)
    const abort = new AbortController()
    running.set(dispatch, { abort })
    dispatch(increaseAdultsIfNone())
    const params = selectCriteria(getState())
    const party = partyOf(getState().search)
    const placeLabel = selectPlaceLabel(getState())
    dispatch(searchStarted({ params, party, flex, keepResults }))
    await searchAndPoll(dispatch, { ...searchQuery(params, party), flex }, abort.signal, placeLabel)
  }
}

/** Starts a search, unless the current or last one has the same criteria. */
export function ensureSearch(options: SearchOptions = {}) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (!isSearchStale(getState(), options)) return
    await startSearch(options)(dispatch, getState)
  }
}

/**
 * Automatic search: a change of the criteria cancels the current search and schedules a new one,
 * which starts if the criteria are still valid then. `onSearch` is called before it starts.
 */
export function scheduleSearch(onSearch?: () => void, options: SearchOptions = {}) {
  return (dispatch: Dispatch, getState: GetState): void => {
    if (!isSearchStale(getState(), options)) {
      clearTimeout(running.get(dispatch)?.timer)
      return
    }
    cancelSearch()(dispatch)
    dispatch(setSearchNeeded(true))
    const delay = getState().search.partySizeModal ? DEBOUNCE_EDITING_MS : DEBOUNCE_MS
    const timer = setTimeout(() => {
      if (!maySearchAutomatically(getState())) return
      onSearch?.()
      void remember(getState())
      void startSearch({ ...options, keepResults: true })(dispatch, getState)
    }, delay)
    running.set(dispatch, { timer })
  }
}

/** Whether the current or last search has other criteria or another flexibility. */
export function isSearchStale(state: SearchRoot, { flex }: SearchOptions = {}): boolean {
  const { pendingParams, params, flex: lastFlex } = state.searchResults
  const lastSearch = pendingParams ?? params
  return (
    lastSearch === undefined ||
    lastFlex !== flex ||
    searchKey(lastSearch) !== searchKey(selectCriteria(state))
  )
}

/**
 * Whether to search without a press of the Search button: the button is enabled, and a region or a
 * park is chosen.
 */
export function maySearchAutomatically(state: SearchRoot): boolean {
  return selectCanSearch(state) && !isOfAllRegions(selectCriteria(state))
}

/**
 * The identity of a search. Filters are not part of it, because the browser applies them to the
 * results.
 */
export function searchKey(criteria: SearchCriteria): string {
  const address = searchToQuery({ ...criteria, offers: [], features: [], view: undefined })
  // The address does not contain the visitor's own position.
  return [address, nearToSend(criteria.near)].join(' ')
}

/** The parameters of GET /api/search. */
export function searchQuery(criteria: SearchCriteria, party: SearchParty): SearchQuery {
  const date = fromIso(criteria.arrivalDate)
  return {
    channel: criteria.channelId,
    region: criteria.regionId,
    date: date && formatShort(date),
    when: criteria.when,
    nights: criteria.duration,
    ...party,
    park: criteria.parkId,
    near: nearToSend(criteria.near),
    box: criteria.box?.split(',').map(Number),
  }
}

/**
 * Sends the search, then polls while the answer says to wait. If the id has expired, it searches
 * once more.
 */
async function searchAndPoll(
  dispatch: Dispatch,
  query: SearchQuery,
  signal: AbortSignal,
  placeLabel: string,
  mayRepeat = true,
): Promise<void> {
  // What an earlier poll said is about an earlier search.
  dispatch(pollCall.reset({ searchId: '' }))
  const first = await searchCall.run(query, { signal })(dispatch)
  if (signal.aborted) return
  if (!first.ok) {
    dispatch(searchFailed())
    return
  }
  dispatch(searchAccepted(query))
  dispatch(setSearchNeeded(false))
  // A repeated search is not reported again.
  if (mayRepeat) track('search', { search_term: placeLabel })
  dispatch(resultsReceived(first.data))
  let answer = first.data
  let waitedS = 0
  while (answer.wait) {
    const seconds = Math.min(5, Math.max(1, answer.wait))
    waitedS += seconds
    if (waitedS > POLL_LIMIT_S) {
      dispatch(searchFailed({ gaveUp: true }))
      return
    }
    await pause(seconds * 1000, signal)
    if (signal.aborted) return
    const next = await pollCall.run({ searchId: answer.searchId }, { signal })(dispatch)
    if (signal.aborted) return
    if (!next.ok) {
      if (next.error.status === 410 && mayRepeat)
        await searchAndPoll(dispatch, query, signal, placeLabel, false)
      else dispatch(searchFailed())
      return
    }
    dispatch(resultsReceived(next.data))
    answer = next.data
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
