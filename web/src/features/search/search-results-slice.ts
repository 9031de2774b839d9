import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { defineCall, type SuccessAction } from '../../api'
import type {
  ParkCard,
  ParkCards,
  ParkCardsQuery,
  Result,
  Search,
  SearchQuery,
  Suggestions,
} from '../../api/schema'
import type { SearchCriteria } from '../../rules/search-url'
import { homeVisited, unavailableUnit } from '../page'
import type { partyOf } from './form'

/** The party in a search request. */
export type SearchParty = ReturnType<typeof partyOf>

/** The results and the progress of a search. The field names are the specification's. */
export interface SearchResultsState {
  /** The requested search, until the server accepts it. */
  pendingParams?: SearchCriteria
  party?: SearchParty
  /** The search to which the results belong. */
  params?: SearchCriteria
  /** The request that was sent for the last accepted search. */
  requestPayload?: SearchQuery
  /** The requested days before and after the date; undefined means the server's default. */
  flex?: number
  results: Result[]
  isSearching: boolean
  /** The server has accepted the search, but has too much to do to make it at once. */
  isWaiting: boolean
  /** The number of parks before filtering, even when `results` has fewer. */
  count: number
  /** How many of them are on the requested date, and how many on another. */
  exactCount: number
  alternativeCount: number
  /** The id of the results; see isFound. */
  searchId: string
  /** Units that turned out to be sold since the search; they are not shown. */
  unavailableUnitIds: string[]
  /** The data that only cards show, by park id, as far as it is loaded. */
  cards: Record<string, ParkCard>
  /** Polling ended after a minute, without results. */
  gaveUp: boolean
  /** The last suggestions, and the parameters of their call (JSON). */
  suggestions?: { query: string; found: Suggestions }
}

/** GET /api/search. */
export const searchCall = defineCall<SearchQuery, Search>({
  name: 'SEARCH',
  path: '/api/search',
  send: (query) => ({ ...query }),
  latest: true,
})

/** GET /api/searchresults, while the server has not made the search yet. */
export const pollCall = defineCall<{ searchId: string }, Search>({
  name: 'SEARCH/RESULTS',
  path: '/api/searchresults',
  latest: true,
})

/** GET /api/parkcards, at most 60 parks for each call. */
export const parkCardsCall = defineCall<ParkCardsQuery, ParkCards>({
  name: 'PARK_CARDS',
  path: '/api/parkcards',
  key: ({ parkIds, channel }) => `${channel} ${parkIds.join()}`,
  once: true,
})

/**
 * The second step of a submit: every slice that listens resets its part, so results, park results, a
 * park page's chosen date, accommodation filters, price range, numeric filters and sort.
 */
export const stateReset = createAction('SEARCH/RESET_STATE')

/** The id of the results while a search has not found any yet, as it is sent with a booking. */
export const NO_SEARCH_ID = '0'

/** Whether a search has found its results, maybe none; false while it runs. */
export const isFound = ({ searchId }: Pick<SearchResultsState, 'searchId'>): boolean =>
  searchId !== NO_SEARCH_ID

const initialState: SearchResultsState = {
  results: [],
  isSearching: false,
  isWaiting: false,
  count: 0,
  exactCount: 0,
  alternativeCount: 0,
  searchId: NO_SEARCH_ID,
  unavailableUnitIds: [],
  cards: {},
  gaveUp: false,
}

interface StartedSearch {
  params: SearchCriteria
  party: SearchParty
  flex?: number
  /** Set for automatic searches: the shown results stay until the new ones arrive. */
  keepResults: boolean
}

/** Ends a search without new results; shown results may stay. */
function endSearch(state: SearchResultsState) {
  state.isSearching = false
  state.isWaiting = false
  delete state.pendingParams
  delete state.params
}

const slice = createSlice({
  name: 'SEARCH/RESULTS',
  initialState,
  reducers: {
    START: (state, { payload }: PayloadAction<StartedSearch>) => {
      state.pendingParams = payload.params
      state.party = payload.party
      state.flex = payload.flex
      state.searchId = NO_SEARCH_ID
      state.unavailableUnitIds = []
      state.isWaiting = false
      state.gaveUp = false
      if (payload.keepResults) return
      state.results = []
      state.count = 0
    },
    /** The server has accepted the search. */
    ACCEPT: (state, { payload }: PayloadAction<SearchQuery>) => {
      state.isSearching = true
      state.params = state.pendingParams
      state.requestPayload = payload
      delete state.pendingParams
    },
    /** An answer to the search or to a poll. */
    RECEIVE: (state, { payload }: PayloadAction<Search>) => {
      state.count = payload.count
      if (payload.wait) {
        state.isWaiting = true
        return
      }
      state.results = payload.results ?? []
      state.cards = payload.cards ?? {}
      state.exactCount = payload.exactCount ?? 0
      state.alternativeCount = payload.alternativeCount ?? 0
      state.searchId = payload.searchId
      state.isSearching = false
      state.isWaiting = false
    },
    FAIL: (state, { payload }: PayloadAction<{ gaveUp: boolean } | undefined>) => {
      endSearch(state)
      state.gaveUp = payload?.gaveUp ?? false
    },
    /** The current search was cancelled: its page was left, or another search replaces it. */
    CANCEL: (state) => {
      if (state.pendingParams || state.isSearching) endSearch(state)
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(unavailableUnit, (state, { payload: unitId }) => {
        if (!state.unavailableUnitIds.includes(unitId))
          state.unavailableUnitIds = [...state.unavailableUnitIds, unitId]
      })
      .addCase(parkCardsCall.success, (state, { payload }) => {
        state.cards = { ...state.cards, ...payload.cards }
      })
      // The call is in a chunk that is loaded only when it is needed.
      .addCase<string, SuccessAction<Suggestions>>(
        'SUGGESTIONS/SUCCESS',
        (state, { payload, meta }) => {
          state.suggestions = { query: JSON.stringify(meta.request.params), found: payload }
        },
      )
      .addCase(stateReset, () => initialState)
      .addCase(homeVisited, () => initialState)
  },
})

export const searchResultsReducer = slice.reducer
export const {
  START: searchStarted,
  ACCEPT: searchAccepted,
  RECEIVE: resultsReceived,
  FAIL: searchFailed,
  CANCEL: searchCancelled,
} = slice.actions
