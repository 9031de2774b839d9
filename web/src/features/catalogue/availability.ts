import { createSlice } from '@reduxjs/toolkit'
import { defineCall, type CachedAvailability, type LateDeal, type PriceTable } from '../../api'
import type { CalendarMonth } from '../../rules/dates'

interface AvailabilityQuery {
  channel: string
  /** The id of a place (rules/near) or 'all-regions'; without it the answer is for the whole channel. */
  region?: string
  nights?: number
  /** dd/mm/yyyy: only that arrival date, for every region. */
  date?: string
}

/** GET /api/cachedavailability. State merges the parts that screens ask for. */
export const availabilityCall = defineCall<AvailabilityQuery, CachedAvailability>({
  name: 'cachedAvailability',
  path: '/api/cachedavailability',
  key: ({ channel, region = '', nights = '', date = '' }) =>
    [channel, region, nights, date].join('/'),
  once: true,
})

/** The loaded prices of a channel. */
export interface ChannelAvailability {
  minPrices: PriceTable
  minParkPrices: PriceTable
  /** Sorted; the calendar ends with the last one. */
  months: CalendarMonth[]
  latedeals: LateDeal[]
  nightsOptions: Record<string, number[]>
  dataAvailable: boolean
}

export type AvailabilityState = Record<string, ChannelAvailability>

const empty: ChannelAvailability = {
  minPrices: {},
  minParkPrices: {},
  months: [],
  latedeals: [],
  nightsOptions: {},
  dataAvailable: false,
}

const availability = createSlice({
  name: 'cachedAvailability',
  initialState: {} as AvailabilityState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(availabilityCall.success, (state, { payload, meta }) => {
      const { channel } = meta.request.params as { channel: string }
      const known = (state[channel] ??= structuredClone(empty))
      mergePrices(known.minPrices, payload.minprices)
      mergePrices(known.minParkPrices, payload.minparkprices)
      if (payload.months?.length) known.months = payload.months.toSorted()
      if (payload.latedeals?.length) known.latedeals = payload.latedeals
      Object.assign(known.nightsOptions, payload.nightsOptions)
      known.dataAvailable = true
    })
  },
})

/** Merges newly loaded prices into the known ones, down to the nights of a date. */
function mergePrices(known: PriceTable, loaded: PriceTable | undefined) {
  for (const [place, dates] of Object.entries(loaded ?? {})) {
    const knownDates = (known[place] ??= {})
    for (const [date, nights] of Object.entries(dates)) {
      knownDates[date] = { ...knownDates[date], ...nights }
    }
  }
}

export const availabilityReducer = availability.reducer

interface RootWithAvailability {
  data: { cachedAvailability: AvailabilityState }
}

/** The loaded prices of a channel; empty before the first answer. */
export const selectAvailability = (state: RootWithAvailability, channel: string) =>
  state.data.cachedAvailability[channel] ?? empty
