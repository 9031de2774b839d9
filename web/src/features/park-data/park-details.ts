import { createSlice } from '@reduxjs/toolkit'
import { defineCall } from '../../api'
import type { ParkAnswer, ParkDetails } from '../../api/schema'

/** GET /api/parkdetails; with `promo`, its next stays are on the offer dates of the visitor, a reader. */
export const parkDetailsCall = defineCall<{ parkId: string; promo?: '1' }, ParkDetails>({
  name: 'GET_PARK_DETAILS',
  path: '/api/parkdetails',
  key: ({ parkId }) => parkId,
  read: (data) => (data as ParkAnswer).park,
  once: true,
})

/** The details of parks by id. Pages of a booking read them, too. */
const noDetails: Record<string, ParkDetails> = {}

const parkDetails = createSlice({
  name: 'PARK_DETAILS',
  initialState: noDetails,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(parkDetailsCall.success, (state, { payload }) => {
      state[payload.parkId] = payload
    })
  },
})

export const parkDetailsReducer = parkDetails.reducer
