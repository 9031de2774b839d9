import type { Dispatch } from '@reduxjs/toolkit'
import type { SearchQuery } from '../../api/schema'
import { formatShort, fromIso } from '../../rules/dates'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { searchToQuery, type SearchCriteria } from '../../rules/search-url'
import { increaseAdultsIfNone, partyOf, setSearchNeeded } from './form'
import {
  pollCall,
  resultsReceived,
  searchAccepted,
  searchCall,
  searchFailed,
  searchStarted,
  type SearchParty,
} from './results'
import { selectCanSearch, selectCriteria } from './selectors'
import type { SearchRoot } from './state'

type GetState = () => SearchRoot

/** The wait before an automatic search: longer while the visitor is still editing. */
export const DEBOUNCE_MS = 500
export const DEBOUNCE_EDITING_MS = 2000
/** A supplier may take so long in all, asked every 1 to 5 seconds. */
const POLL_LIMIT_S = 60

/** What is under way for one store: the timer of the next search, and the search in flight. */
interface Running {
  timer?: ReturnType<typeof setTimeout>
  flight?: AbortController
}
const running = new WeakMap<Dispatch, Running>()

/** Stops a scheduled search and cancels the one in flight. */
export function cancelSearch() {
  return (dispatch: Dispatch): void => {
    const { timer, flight } = running.get(dispatch) ?? {}
    clearTimeout(timer)
    flight?.abort()
    running.delete(dispatch)
  }
}

/** How a search is made beside what the form says. */
interface SearchManner {
  /** Days either side of the date that count; the server's default without it. */
  flex?: number
}

/** Sends the search as the form has it, and follows it until the results are there. */
export function startSearch({
  keepResults = false,
  flex,
}: SearchManner & { keepResults?: boolean } = {}) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    cancelSearch()(dispatch)
    const flight = new AbortController()
    running.set(dispatch, { flight })
    dispatch(increaseAdultsIfNone())
    const params = selectCriteria(getState())
    const party = partyOf(getState().search)
    dispatch(searchStarted({ params, party, flex, keepResults }))
    await follow(dispatch, { ...searchQuery(params, party), flex }, flight.signal, true)
  }
}

/** Starts a search unless the one that is there, or on its way, answers the form already. */
export function ensureSearch(manner: SearchManner = {}) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (!isSearchStale(getState(), manner)) return
    await startSearch(manner)(dispatch, getState)
  }
}

/**
 * Automatic searching: a change of the criteria cancels what is under way and
 * schedules a search, which runs if the criteria then still are valid.
 */
export function scheduleSearch(onSearch?: () => void, manner: SearchManner = {}) {
  return (dispatch: Dispatch, getState: GetState): void => {
    if (!isSearchStale(getState(), manner)) return
    cancelSearch()(dispatch)
    dispatch(setSearchNeeded(true))
    const delay = getState().search.partySizeModal ? DEBOUNCE_EDITING_MS : DEBOUNCE_MS
    const timer = setTimeout(() => {
      if (!maySearchAutomatically(getState())) return
      onSearch?.()
      void startSearch({ ...manner, keepResults: true })(dispatch, getState)
    }, delay)
    running.set(dispatch, { timer })
  }
}

/** Whether the search that was made is not this one: another form, or other days either side. */
export function isSearchStale(state: SearchRoot, { flex }: SearchManner = {}): boolean {
  const { pendingParams, params, flex: madeFlex } = state.searchResults
  const made = pendingParams ?? params
  return (
    made === undefined || madeFlex !== flex || searchKey(made) !== searchKey(selectCriteria(state))
  )
}

/** As the Search button, and there is a single region or a park to search. */
export function maySearchAutomatically(state: SearchRoot): boolean {
  const { regionId, parkId } = state.search
  return selectCanSearch(state) && (regionId !== ALL_REGIONS || parkId !== undefined)
}

/** What a search is told apart by: filters narrow its results in the browser and ask for no new ones. */
export function searchKey(criteria: SearchCriteria): string {
  return searchToQuery({ ...criteria, offers: [], features: [] })
}

/** The parameters of GET /api/search. */
export function searchQuery(criteria: SearchCriteria, party: SearchParty): SearchQuery {
  const date = fromIso(criteria.arrivalDate)
  return {
    channel: criteria.channelId,
    region: criteria.regionId,
    date: date && formatShort(date),
    nights: criteria.duration,
    ...party,
    park: criteria.parkId,
  }
}

/** Sends the search, then polls while the answer says to wait; an id that has grown too old is searched for once again. */
async function follow(
  dispatch: Dispatch,
  query: SearchQuery,
  signal: AbortSignal,
  mayRepeat: boolean,
): Promise<void> {
  const first = await searchCall.run(query, { signal })(dispatch)
  if (signal.aborted) return
  if (!first.ok) {
    dispatch(searchFailed())
    return
  }
  dispatch(searchAccepted(query))
  dispatch(setSearchNeeded(false))
  dispatch(resultsReceived(first.data))
  let answer = first.data
  let waited = 0
  while (answer.wait) {
    const seconds = Math.min(5, Math.max(1, answer.wait))
    waited += seconds
    if (waited > POLL_LIMIT_S) {
      dispatch(searchFailed({ gaveUp: true }))
      return
    }
    await pause(seconds * 1000, signal)
    if (signal.aborted) return
    const next = await pollCall.run({ searchId: answer.searchId }, { signal })(dispatch)
    if (signal.aborted) return
    if (!next.ok) {
      if (next.error.status === 410 && mayRepeat) await follow(dispatch, query, signal, false)
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
