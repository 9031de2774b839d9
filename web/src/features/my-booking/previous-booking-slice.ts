import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ExistingBooking } from '../../api/schema'
import { routeChanged } from '../page'

export interface PreviousBookingState {
  /** The booking that was found, which /my-booking shows. */
  booking?: ExistingBooking
  /** Its park. */
  parkId?: string
}

const initialState: PreviousBookingState = {}
const PATH = '/my-booking'

/** The booking that was found. Leaving /my-booking clears it. */
const previousBooking = createSlice({
  name: 'PREVIOUS_BOOKING',
  initialState,
  reducers: {
    setPreviousBooking: (_, { payload }: PayloadAction<ExistingBooking>) => ({
      booking: payload,
      parkId: payload.parkId,
    }),
    deletePreviousBooking: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(routeChanged, (state, { payload }) =>
      payload.path === PATH ? state : initialState,
    )
  },
})

export const previousBookingReducer = previousBooking.reducer
export const { setPreviousBooking, deletePreviousBooking } = previousBooking.actions

export interface RootWithPreviousBooking {
  previousBooking: PreviousBookingState
}
export const selectPreviousBooking = (state: RootWithPreviousBooking) =>
  state.previousBooking.booking
