import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { homeVisited, routeChanged } from './events'

/** How results are shown: as cards, or on the map. */
export type ResultsView = 'grid' | 'map'

export interface SessionState {
  /** Path and query of the page before this one. */
  previousUrl: string | undefined
  /** The chosen view of the results; the address of the results has it, too. */
  resultsView: ResultsView
}

const initialState: SessionState = { previousUrl: undefined, resultsView: 'grid' }

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    SELECT_RESULTS_VIEW: (state, { payload }: PayloadAction<ResultsView>) => {
      state.resultsView = payload
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(routeChanged, (state, action) => {
        state.previousUrl = action.payload.previousUrl
      })
      .addCase(homeVisited, (state) => {
        state.resultsView = 'grid'
      })
  },
})

export const sessionReducer = session.reducer
export const { SELECT_RESULTS_VIEW: resultsViewChosen } = session.actions
