import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { RequestsState } from '../../api'
import type { Park, ParkDetails, Review, Town, Unit, UnitType } from '../../api/schema'
import { parseDate, type CalendarDate } from '../../rules/dates'
import { homeVisited } from '../page'
import { stateReset } from '../search'
import { parkResultsCall, parkReviewsCall, parksCall } from './calls'

/** Parks by id, and the ids of each region's parks. */
export interface ParksState {
  byId: Record<string, Park>
  regionParkIds: Record<string, string[]>
  /** The towns in which a region has parks. */
  townList: Record<string, Town[]>
}

const noParks: ParksState = { byId: {}, regionParkIds: {}, townList: {} }

const parks = createSlice({
  name: 'PARKS',
  initialState: noParks,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(parksCall.success, (state, { payload, meta }) => {
      const { region, opId, townId, dogs, page } = meta.request.params as Record<
        string,
        string | undefined
      >
      // A single page of parks is stored in the state of browse pages.
      if (page) return
      for (const park of payload.parks) state.byId[park.parkId] = park
      // Only a list without any filter is the list of the region.
      if (!region || opId || townId || dogs) return
      state.regionParkIds[region] = payload.parks.map(({ parkId }) => parkId)
      state.townList[region] = payload.townList
    })
  },
})

/** Reviews by park id, with the rating ('' where there is none). */
export interface ParkReviewsState {
  reviews: Record<string, Review[]>
  bubbles: Record<string, string>
}

const noReviews: ParkReviewsState = { reviews: {}, bubbles: {} }

const parkReviews = createSlice({
  name: 'PARK_REVIEWS',
  initialState: noReviews,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(parkReviewsCall.success, (state, { payload, meta }) => {
      const { parkId } = meta.request.params as { parkId: string }
      state.reviews[parkId] = payload.reviews
      state.bubbles[parkId] = payload.bubbles
    })
  },
})

/** The requested arrival dates, both included. */
export interface ArrivalWindow {
  from: CalendarDate
  to: CalendarDate
}

/** A park's units, as arrival date (dd/mm/yyyy) → nights → units. */
export interface HeldParkResults {
  results: Record<string, Record<string, Unit[]>>
  searchId: string
  /** Epoch milliseconds. */
  timeLoaded: number
  /** The channel, nights and party of the request, as one text. */
  stayKey: string
  /** The dates that were asked for last; `results` may have others, too. */
  window: ArrivalWindow
}

const noParkResults: Record<string, HeldParkResults> = {}

const parkResultsSlice = createSlice({
  name: 'PARK_RESULTS',
  initialState: noParkResults,
  reducers: {
    /** The stored units must be loaded again, whatever their age. */
    OUTDATED: (state, { payload: parkId }: PayloadAction<string>) => {
      if (state[parkId]) state[parkId].timeLoaded = 0
    },
    LOADED: (
      state,
      { payload: { parkId, ...loaded } }: PayloadAction<{ parkId: string } & HeldParkResults>,
    ) => {
      const before = state[parkId]
      // For the same stay, dates outside the requested range are kept; a date inside it that is
      // missing in the answer has sold out.
      const kept =
        before?.stayKey === loaded.stayKey
          ? Object.entries(before.results).filter(([date]) => !isWithin(date, loaded.window))
          : []
      state[parkId] = { ...loaded, results: { ...Object.fromEntries(kept), ...loaded.results } }
    },
  },
  extraReducers: (builder) => {
    builder.addCase(stateReset, () => noParkResults)
  },
})

function isWithin(date: string, { from, to }: ArrivalWindow): boolean {
  const day = parseDate(date)
  return day !== undefined && day >= from && day <= to
}

/** An answer arrived. The thunk passes when, and for which stay. */
export const { LOADED: parkResultsLoaded, OUTDATED: parkResultsOutdated } = parkResultsSlice.actions

const noUnitTypes: Record<string, UnitType> = {}

const unitTypes = createSlice({
  name: 'UNIT_TYPES',
  initialState: noUnitTypes,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(parkResultsCall.success, (state, { payload }) => {
      for (const unitType of payload.unitTypes) state[unitType.unitType] = unitType
    })
  },
})

/** Pictures of the content host. */
export interface ExtraDataState {
  /** By the code of the accommodation type. */
  byCode: Record<string, { code: string; image: string }>
  /** By park id. */
  parkExtraData: Record<string, { code: string | string[]; image: string }[]>
  /** Park id → whether it is loaded. */
  parkExtraDataIds: Record<string, boolean>
}

const noExtraData: ExtraDataState = { byCode: {}, parkExtraData: {}, parkExtraDataIds: {} }

const extraData = createSlice({
  name: 'EXTRA_DATA',
  initialState: noExtraData,
  reducers: {
    /** The host has nothing for this park, so it is not asked again. */
    NONE: (state, { payload: parkId }: PayloadAction<string>) => {
      state.parkExtraDataIds[parkId] = true
    },
    LOADED: (
      state,
      {
        payload,
      }: PayloadAction<{ parkId: string; items: { code: string | string[]; image: string }[] }>,
    ) => {
      state.parkExtraDataIds[payload.parkId] = true
      state.parkExtraData[payload.parkId] = payload.items
      for (const { code, image } of payload.items) {
        for (const one of Array.isArray(code) ? code : [code])
          state.byCode[one] = { code: one, image }
      }
    },
  },
})

export const { NONE: noExtraDataFound, LOADED: extraDataLoaded } = extraData.actions

/** What the visitor has chosen on a park's page. */
export interface ParkSelection {
  channelId?: string
  parkId?: string
  selectedDate?: SelectedDate
}

/** The arrival date chosen on a park page, with the lowest price at that time. */
export interface SelectedDate {
  /** dd/mm/yyyy */
  date: string
  lowestPrice?: string
}

const noSelection: ParkSelection = {}

const parkSelection = createSlice({
  name: 'PAGE_SELECTIONS',
  initialState: noSelection,
  reducers: {
    SELECT_PARK_CHANNEL: (state, { payload }: PayloadAction<string>) => {
      state.channelId = payload
    },
    /** Another park resets the chosen date. */
    SELECT_PARK: (state, { payload }: PayloadAction<string>) => {
      if (state.parkId !== payload) delete state.selectedDate
      state.parkId = payload
    },
    SELECT_PARK_DATE: (state, { payload }: PayloadAction<SelectedDate | undefined>) => {
      state.selectedDate = payload
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(homeVisited, () => noSelection)
      .addCase(stateReset, (state) => {
        delete state.selectedDate
      })
  },
})

export const {
  SELECT_PARK_CHANNEL: parkChannelChosen,
  SELECT_PARK: parkPageChosen,
  SELECT_PARK_DATE: parkDateChosen,
} = parkSelection.actions

export const parkSelectionReducer = parkSelection.reducer

/** The reducers of the `data` slice that hold parks. */
export const parkDataReducers = {
  parks: parks.reducer,
  parkReviews: parkReviews.reducer,
  parkResults: parkResultsSlice.reducer,
  unitTypes: unitTypes.reducer,
  extraData: extraData.reducer,
}

/** The parts of the application's state that park pages read, in addition to those of search. */
export interface ParkRoot {
  requests: RequestsState
  pageSelections: { park: ParkSelection }
  data: {
    parks: ParksState
    parkDetails: Record<string, ParkDetails>
    parkReviews: ParkReviewsState
    parkResults: Record<string, HeldParkResults>
    unitTypes: Record<string, UnitType>
    extraData: ExtraDataState
  }
}
