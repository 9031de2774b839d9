import { createSlice } from '@reduxjs/toolkit'
import type { SuccessAction } from '../../api'
import type { Deals, NearHome, Operator, Parks, PriceMap, Region } from '../../api/schema'
import { operatorsCall, regionsCall } from '../catalogue'
import { parksCall } from '../park-data'

/**
 * The lists of browse pages, by the id of the request. They are never saved with the tab, because
 * they contain prices.
 */
export interface BrowseState {
  /** Region id to region. */
  regions: Record<string, Record<string, Region>>
  operators: Record<string, Operator[]>
  parks: Record<string, Parks>
  deals: Record<string, Deals>
  nearHome: Record<string, NearHome>
  priceMaps: Record<string, PriceMap>
}

const initialState: BrowseState = {
  regions: {},
  operators: {},
  parks: {},
  deals: {},
  nearHome: {},
  priceMaps: {},
}

const browse = createSlice({
  name: 'BROWSE',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(regionsCall.success, (state, { payload, meta }) => {
        const { channel } = meta.request.params as { channel: string }
        state.regions[meta.request.id] = payload.regions[channel] ?? {}
      })
      .addCase(operatorsCall.success, (state, { payload, meta }) => {
        const { channel } = meta.request.params as { channel: string }
        state.operators[meta.request.id] = payload.operators[channel] ?? []
      })
      // These calls are in chunks that are loaded only when they are needed.
      .addCase<string, SuccessAction<Deals>>('DEALS/SUCCESS', (state, { payload, meta }) => {
        state.deals[meta.request.id] = payload
      })
      .addCase<string, SuccessAction<NearHome>>('NEAR_HOME/SUCCESS', (state, { payload, meta }) => {
        state.nearHome[meta.request.id] = payload
      })
      .addCase<string, SuccessAction<PriceMap>>('PRICE_MAP/SUCCESS', (state, { payload, meta }) => {
        state.priceMaps[meta.request.id] = payload
      })
      .addCase(parksCall.success, (state, { payload, meta }) => {
        if (meta.request.params.page) state.parks[meta.request.id] = payload
      })
  },
})

export const browseReducer = browse.reducer

/** The part of the application's state that only browse pages read. */
export interface BrowseRoot {
  data: { browse: BrowseState }
}
