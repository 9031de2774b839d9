import { createSlice, type Dispatch } from '@reduxjs/toolkit'
import { availabilityCall } from '../catalogue'
import type { SearchRoot } from './state'

/**
 * A part of the cached prices: of one region and duration, or of one arrival date in all regions.
 */
export type SliceAsked =
  | { channel: string; region: string; nights: number }
  | { channel: string; date: string; nights: number }

/** The ids of the loaded parts. Each part is requested once. */
export type PriceSlicesState = Readonly<Record<string, true>>

const none: Record<string, true> = {}

const slice = createSlice({
  name: 'PRICE_SLICES',
  initialState: none,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(availabilityCall.success, (state, action) => {
      state[action.meta.request.id] = true
    })
  },
})

export const priceSlicesReducer = slice.reducer

/**
 * Loads a part unless it is loaded or loading. When that fails, the site has no prices, and no
 * error is shown.
 */
export function loadSlice(asked: SliceAsked) {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    if (selectHasSlice(getState(), asked)) return
    await availabilityCall.run(asked)(dispatch)
  }
}

/** Whether a part is loaded. */
export function isSliceLoaded(loaded: PriceSlicesState, asked: SliceAsked): boolean {
  return loaded[availabilityCall.idOf(asked)] === true
}

/** Whether a part is loaded, from state. */
export function selectHasSlice(state: SearchRoot, asked: SliceAsked): boolean {
  return isSliceLoaded(state.data.priceSlices, asked)
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
