import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { defineCall } from '../../api'
import type { ParkCard, ParkCards, Result, Search, SearchQuery } from '../../api/schema'
import type { SearchCriteria } from '../../rules/search-url'
import { homeVisited } from '../page'
import type { partyOf } from './form'

/** The party that a search is sent with. */
export type SearchParty = ReturnType<typeof partyOf>

/** What a search found, and how far it has come. Field names are the specification's. */
export interface SearchResultsState {
  /** The search that was asked for and not yet accepted. */
  pendingParams?: SearchCriteria
  party?: SearchParty
  /** The search that the results are of. */
  params?: SearchCriteria
  /** What was sent for it. */
  requestPayload?: SearchQuery
  /** Days either side that were asked for; undefined: the server's default. */
  flex?: number
  results: Result[]
  isSearching: boolean
  /** The supplier is still at work. */
  isWaiting: boolean
  /** Parks before any filter, even when more than `results` holds. */
  count: number
  exactCount: number
  alternativeCount: number
  /** '0' means none. */
  searchId: string
  unavailableUnitIds: string[]
  /** What only a card shows, by park id, as far as it was loaded. */
  cards: Record<string, ParkCard>
  /** The search gave no answer in time. */
  gaveUp: boolean
}

/** GET /api/search. */
export const searchCall = defineCall<SearchQuery, Search>({
  name: 'SEARCH',
  path: '/api/search',
  send: (query) => ({ ...query }),
  latest: true,
})

/** GET /api/searchresults, while a supplier is at work. */
export const pollCall = defineCall<{ searchId: string }, Search>({
  name: 'SEARCH/RESULTS',
  path: '/api/searchresults',
  latest: true,
})

/** GET /api/parkcards, at most 60 parks a call. */
export const parkCardsCall = defineCall<{ parkIds: string[] }, ParkCards>({
  name: 'PARK_CARDS',
  path: '/api/parkcards',
  key: ({ parkIds }) => parkIds.join(','),
  once: true,
})

/**
 * The second step of a submit: results, park results, a park page's chosen date,
 * accommodation filters, price range, numeric filters and sort go back to their start.
 */
export const stateReset = createAction('SEARCH/RESET_STATE')

const initialState: SearchResultsState = {
  results: [],
  isSearching: false,
  isWaiting: false,
  count: 0,
  exactCount: 0,
  alternativeCount: 0,
  searchId: '0',
  unavailableUnitIds: [],
  cards: {},
  gaveUp: false,
}

interface Started {
  params: SearchCriteria
  party: SearchParty
  flex?: number
  /** Automatic searches keep what is shown until the new results are there. */
  keepResults: boolean
}

/** A search is over without results: no search is made, whatever is still shown. */
function end(state: SearchResultsState) {
  state.isSearching = false
  state.isWaiting = false
  delete state.pendingParams
  delete state.params
}

const slice = createSlice({
  name: 'SEARCH/RESULTS',
  initialState,
  reducers: {
    START: (state, { payload }: PayloadAction<Started>) => {
      state.pendingParams = payload.params
      state.party = payload.party
      state.flex = payload.flex
      state.searchId = '0'
      state.unavailableUnitIds = []
      state.isWaiting = false
      state.gaveUp = false
      if (payload.keepResults) return
      state.results = []
      state.count = 0
    },
    /** The search is on its way: the server took it. */
    ACCEPT: (state, { payload }: PayloadAction<SearchQuery>) => {
      state.isSearching = true
      state.params = state.pendingParams
      state.requestPayload = payload
      delete state.pendingParams
    },
    /** An answer, of the search itself or of a poll. */
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
      end(state)
      state.gaveUp = payload?.gaveUp ?? false
    },
    /** The search under way was cancelled: its page was left, or another takes its place. */
    CANCEL: (state) => {
      if (state.pendingParams || state.isSearching) end(state)
    },
    /** A unit turned out to be sold: results and park pages take it away. The payload is its unitId. */
    UNAVAILABLE_UNIT: (state, { payload: unitId }: PayloadAction<string>) => {
      if (!state.unavailableUnitIds.includes(unitId))
        state.unavailableUnitIds = [...state.unavailableUnitIds, unitId]
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(parkCardsCall.success, (state, { payload }) => {
        state.cards = { ...state.cards, ...payload.cards }
      })
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
  UNAVAILABLE_UNIT: unavailableUnit,
} = slice.actions
