import { createSlice, type Dispatch } from '@reduxjs/toolkit'
import { placeId } from '../../rules/near'
import { availabilityCall } from '../catalogue'
import type { SearchFormState } from './form'

/**
 * A part (slice) of the cached prices for a number of nights: of one region, or of what is found
 * near a point of it, on all dates; or of one arrival date in all regions.
 */
export type PriceSlice =
  | { channel: string; region: string; nights: number }
  | { channel: string; date: string; nights: number }

/** The ids of the loaded slices. Each slice is requested once. */
export type PriceSlicesState = Readonly<Record<string, true>>

/** The part of the state that decides which prices are loaded. */
interface PricesRoot {
  search: Pick<SearchFormState, 'channelId' | 'regionId' | 'near' | 'duration'>
  data: { priceSlices: PriceSlicesState }
}

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
  return async (dispatch: Dispatch, getState: () => PricesRoot): Promise<void> => {
    if (selectHasSlice(getState(), slice)) return
    await availabilityCall.run(slice)(dispatch)
  }
}

/** Whether a slice is loaded. */
export function isSliceLoaded(loaded: PriceSlicesState, slice: PriceSlice): boolean {
  return loaded[availabilityCall.idOf(slice)] === true
}

/** The prices of what the form searches for. */
export const sliceOf = (form: PricesRoot['search']) => ({
  channel: form.channelId,
  region: placeId(form),
  nights: form.duration,
})

/** Whether a slice is loaded, from the state. */
export function selectHasSlice(state: PricesRoot, slice: PriceSlice): boolean {
  return isSliceLoaded(state.data.priceSlices, slice)
}

/**
 * Loads the prices that the search box shows: when a page with a search is opened, and whenever channel,
 * place or nights change.
 */
export function loadCachedAvailability() {
  return async (dispatch: Dispatch, getState: () => PricesRoot): Promise<void> => {
    const { search } = getState()
    if (!search.channelId || !search.regionId) return
    await loadSlice(sliceOf(search))(dispatch, getState)
  }
}
