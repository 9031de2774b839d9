import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { routeChanged } from './events'

/** How the results are shown. */
export type ResultsView = 'list' | 'grid' | 'map'

export interface SessionState {
  /** Path and query of the page before this one. */
  previousUrl: string | undefined
  resultsView: ResultsView
}

const initialState: SessionState = { previousUrl: undefined, resultsView: 'grid' }

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    resultsViewChosen(state, action: PayloadAction<ResultsView>) {
      state.resultsView = action.payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(routeChanged, (state, action) => {
      state.previousUrl = action.payload.previousUrl
    })
  },
})

export const sessionReducer = session.reducer
export const { resultsViewChosen } = session.actions
