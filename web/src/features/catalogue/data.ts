import { createSlice, original } from '@reduxjs/toolkit'
import {
  defineCall,
  type Channel,
  type Operator,
  type OperatorDeposit,
  type Region,
} from '../../api'
import { EXCLUDED_REGION } from '../../rules/price-lookup'
import { initCall } from './init'

/** Channel code → region id → region. */
export type RegionsByChannel = Record<string, Record<string, Region>>

/** GET /api/channelregions: the regions of a channel, or of one operator on it. */
export const regionsCall = defineCall<
  { channel: string; opId?: string; dogs?: 'Y' },
  { regions: RegionsByChannel }
>({
  name: 'regions',
  path: '/api/channelregions',
  key: ({ channel, opId, dogs }) => `${channel}${opId ? `/${opId}` : ''}${dogs ? '?dogs' : ''}`,
  once: true,
})

/** GET /api/operators: the operators of a channel, or of one of its regions. */
export const operatorsCall = defineCall<
  { channel: string; region?: string },
  { operators: Record<string, Operator[]>; operatorDeposits?: Record<string, OperatorDeposit> }
>({
  name: 'operators',
  path: '/api/operators',
  key: ({ channel, region }) => (region ? `${channel}/${region}` : channel),
  once: true,
})

export interface RegionsState {
  byChannel: RegionsByChannel
  /** Channel code → region ids. */
  channelRegionIds: Record<string, string[]>
  /** opId → channel code → region ids. */
  operatorChannelRegionIds: Record<string, Record<string, string[]>>
}

const regions = createSlice({
  name: 'regions',
  initialState: {
    byChannel: {},
    channelRegionIds: {},
    operatorChannelRegionIds: {},
  } as RegionsState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload }) => storeRegions(state, payload.regions))
    builder.addCase(regionsCall.success, (state, { payload, meta }) => {
      const { channel, opId, dogs } = meta.request.params as {
        channel: string
        opId?: string
        dogs?: string
      }
      if (dogs) return
      const found = payload.regions
      if (!opId) storeRegions(state, found)
      else {
        const ids = Object.keys(shown(found[channel] ?? {}))
        state.operatorChannelRegionIds[opId] = {
          ...state.operatorChannelRegionIds[opId],
          [channel]: ids,
        }
      }
    })
  },
})

/**
 * Stores the regions of channels. They are not put into a draft of Immer's, which would look at each
 * of them: on the server, and at the start in the browser, that takes longer than anything else.
 */
function storeRegions(state: RegionsState, byChannel: RegionsByChannel) {
  const before = original(state) ?? state
  const kept = { ...before.byChannel }
  const ids = { ...before.channelRegionIds }
  for (const [channel, found] of Object.entries(byChannel)) {
    const some = shown(found)
    kept[channel] = some
    ids[channel] = Object.keys(some)
  }
  state.byChannel = kept
  state.channelRegionIds = ids
}

function shown(found: Record<string, Region>): Record<string, Region> {
  return Object.fromEntries(Object.entries(found).filter(([id]) => id !== EXCLUDED_REGION))
}

export interface OperatorsState {
  byId: Record<string, Operator>
  /** Channel code → opIds. */
  channelOperatorIds: Record<string, string[]>
  operatorDeposits: Record<string, OperatorDeposit>
}

const operators = createSlice({
  name: 'operators',
  initialState: { byId: {}, channelOperatorIds: {}, operatorDeposits: {} } as OperatorsState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (state, { payload }) => {
      state.operatorDeposits = payload.operatorDeposits
      storeOperators(state, payload.operators)
    })
    builder.addCase(operatorsCall.success, (state, { payload, meta }) => {
      Object.assign(state.operatorDeposits, payload.operatorDeposits)
      storeOperators(state, payload.operators, Boolean(meta.request.params.region))
    })
  },
})

/** Stores operators, and which a channel has, unless they are only those of a region. */
function storeOperators(
  state: OperatorsState,
  byChannel: Record<string, Operator[]>,
  ofRegion = false,
) {
  const before = original(state) ?? state
  const byId = { ...before.byId }
  const ids = { ...before.channelOperatorIds }
  for (const [channel, list] of Object.entries(byChannel)) {
    ids[channel] = list.map(({ opId }) => opId)
    for (const operator of list) byId[operator.opId] = operator
  }
  state.byId = byId
  if (!ofRegion) state.channelOperatorIds = ids
}

const channels = createSlice({
  name: 'channels',
  initialState: [] as Channel[],
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(initCall.success, (_, { payload }) => payload.channels)
  },
})

export const regionsReducer = regions.reducer
export const operatorsReducer = operators.reducer
export const channelsReducer = channels.reducer

interface RootWithData {
  data: { channels: Channel[]; regions: RegionsState; operators: OperatorsState }
}

const noRegions: Record<string, Region> = {}

export const selectChannels = (state: RootWithData) => state.data.channels
/** The regions of a channel by id; empty when unknown. */
export const selectRegionsOf = (state: RootWithData, channel: string) =>
  state.data.regions.byChannel[channel] ?? noRegions
export const selectRegionsByChannel = (state: RootWithData) => state.data.regions.byChannel
