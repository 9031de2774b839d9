import { createSlice } from '@reduxjs/toolkit'
import { routeChanged } from './events'

export interface SessionState {
  /** Path and query of the page before this one. */
  previousUrl: string | undefined
}

const initialState: SessionState = { previousUrl: undefined }

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(routeChanged, (state, action) => {
      state.previousUrl = action.payload.previousUrl
    })
  },
})

export const sessionReducer = session.reducer
