import { createSlice, type Dispatch } from '@reduxjs/toolkit'
import { availabilityCall } from '../catalogue'
import type { SearchRoot } from './state'

/**
 * A part (slice) of the cached prices for a number of nights: of one region on all dates, or of one
 * arrival date in all regions.
 */
export type PriceSlice =
  | { channel: string; region: string; nights: number }
  | { channel: string; date: string; nights: number }

/** The ids of the loaded slices. Each slice is requested once. */
export type PriceSlicesState = Readonly<Record<string, true>>

const none: Record<string, true> = {}

const loadedSlices = createSlice({
  name: 'PRICE_SLICES',
  initialState: none,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(availabilityCall.success, (state, action) => {
      state[action.meta.request.id] = true
    })
  },
})

export const priceSlicesReducer = loadedSlices.reducer

/**
 * Loads a slice unless it is loaded or loading. A failure is shown only by pages that need the
 * prices (usePrices).
 */
export function loadSlice(slice: PriceSlice) {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    if (selectHasSlice(getState(), slice)) return
    await availabilityCall.run(slice)(dispatch)
  }
}

/** Whether a slice is loaded. */
export function isSliceLoaded(loaded: PriceSlicesState, slice: PriceSlice): boolean {
  return loaded[availabilityCall.idOf(slice)] === true
}

/** Whether a slice is loaded, from the state. */
export function selectHasSlice(state: SearchRoot, slice: PriceSlice): boolean {
  return isSliceLoaded(state.data.priceSlices, slice)
}

/** The paths on which no prices are loaded. */
const WITHOUT_PRICES = /^\/(?:booking|login|my-booking|blog)(?:\/|$)/

/**
 * Loads the prices that the search box shows: at start-up and whenever channel, region or nights
 * change, but not on pages without a search.
 */
export function loadCachedAvailability(pathname: string) {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    const { channelId: channel, regionId: region, duration: nights } = getState().search
    if (WITHOUT_PRICES.test(pathname) || !channel || !region) return
    await loadSlice({ channel, region, nights })(dispatch, getState)
  }
}
