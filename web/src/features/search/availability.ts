import { createSlice, type Dispatch } from '@reduxjs/toolkit'
import { availabilityCall } from '../catalogue'
import type { SearchRoot } from './state'

/** A slice of the cached prices: those of one region and duration, or of one arrival date in all regions. */
export type SliceAsked =
  | { channel: string; region: string; nights: number }
  | { channel: string; date: string; nights: number }

/** The ids of the requests whose slices are loaded. A slice is requested once. */
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

/** Loads a slice unless it is there or on its way. A failure leaves the site without prices, and nothing is shown. */
export function loadSlice(asked: SliceAsked) {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    if (selectHasSlice(getState(), asked)) return
    await availabilityCall.run(asked)(dispatch)
  }
}

/** Whether a slice is among those that are loaded. */
export function isSliceLoaded(loaded: PriceSlicesState, asked: SliceAsked): boolean {
  return loaded[availabilityCall.idOf(asked)] === true
}

/** Whether a slice is there. */
export function selectHasSlice(state: SearchRoot, asked: SliceAsked): boolean {
  return isSliceLoaded(state.data.priceSlices, asked)
}

/** The paths on which no prices are asked for. */
const WITHOUT_PRICES = /^\/(?:booking|login|my-booking|blog)(?:\/|$)/

/**
 * The prices that the search box shows, asked for at start-up and whenever
 * channel, region or nights change; not on pages without a search.
 */
export function loadCachedAvailability(pathname: string) {
  return async (dispatch: Dispatch, getState: () => SearchRoot): Promise<void> => {
    const { channelId: channel, regionId: region, duration: nights } = getState().search
    if (WITHOUT_PRICES.test(pathname) || !channel || !region) return
    await loadSlice({ channel, region, nights })(dispatch, getState)
  }
}
