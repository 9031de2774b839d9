import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { homeVisited } from '../page'

/** The chosen offers. */
export interface OffersState {
  /** The offers' urns. */
  selectedOffers: string[]
}

const initialState: OffersState = { selectedOffers: [] }

const slice = createSlice({
  name: 'OFFERS',
  initialState,
  reducers: {
    SET: (state, { payload: urns }: PayloadAction<readonly string[]>) => {
      state.selectedOffers = [...urns]
    },
    TOGGLE: (state, { payload: urn }: PayloadAction<string>) => {
      state.selectedOffers = state.selectedOffers.includes(urn)
        ? state.selectedOffers.filter((one) => one !== urn)
        : [...state.selectedOffers, urn]
    },
    RESET: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(homeVisited, () => initialState)
  },
})

export const offersReducer = slice.reducer
export const { SET: setOffers, TOGGLE: toggleOffer, RESET: resetOffers } = slice.actions
