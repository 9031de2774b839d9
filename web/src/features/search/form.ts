import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { DEFAULT_CHANNEL } from '../../rules/channels'
import { addDays, fromIso, monthOf, parseDate, toIso, type CalendarDate } from '../../rules/dates'
import { allowedNights, type NightsOptions } from '../../rules/nights'
import { placeIn, type Near } from '../../rules/near'
import { isPartyInvalid, minAdults, type Party } from '../../rules/party'
import { ALL_REGIONS } from '../../rules/price-lookup'
import type { ChannelRegion } from '../../rules/regions'
import { takesPets, withoutUndefined, type CriteriaInUrl } from '../../rules/search-url'
import { ADULTS_DEFAULT, PETS_DEFAULT } from '../../rules/settings'
import { availabilityCall, initCall } from '../catalogue'
import { homeVisited, pageHydrated } from '../page'

/** The default number of nights. */
const DURATION_DEFAULT = 3

/** What the visitor searches for. The field names are the specification's. */
export interface SearchFormState extends Party {
  channelId: string
  regionId: string
  /** A single park instead of all parks of the region. */
  parkId?: string
  /** The name of the chosen park, until its details are loaded. */
  parkName?: string
  /** The results of the region are sorted by distance from this point. */
  near?: Near
  /** An area of the map in place of the region (rules/map-box). */
  box?: string
  /** UTC midnight of the arrival day (ISO); undefined before the server's date is known, or when any date will do. */
  arrivalDate?: string
  /** A choice of flexible dates, which replaces the arrival day (rules/when). */
  when?: string
  isArrivalDateAvailable: boolean
  /** Nights. */
  duration: number
  /** 'YYYY-MM', the month that the When field shows. */
  month?: string
  petFriendly: boolean
  /** The form differs from the last accepted search. */
  searchNeeded: boolean
  /** The guests dropdown or the phone's search modal is open: the visitor is still editing. */
  partySizeModal: boolean
  /** Arrival days of cottages (dd/mm/yyyy). */
  cottageDates: string[]
  /** The party is too small for a boat. */
  isPartyInvalid: boolean
  /** ukcaravan: nights per place, from the server. */
  caravanNightsOptions?: NightsOptions
  /** The nights that may be chosen for channel and region. */
  availableDurations: number[]
  /** The first possible arrival day: the day after the server's date. */
  tomorrow?: CalendarDate
}

const DEFAULTS: SearchFormState = {
  channelId: DEFAULT_CHANNEL,
  regionId: ALL_REGIONS,
  isArrivalDateAvailable: true,
  duration: DURATION_DEFAULT,
  adults: ADULTS_DEFAULT,
  children: 0,
  under5s: 0,
  petFriendly: PETS_DEFAULT,
  searchNeeded: false,
  partySizeModal: false,
  cottageDates: [],
  isPartyInvalid: false,
  availableDurations: [...allowedNights(DEFAULT_CHANNEL, ALL_REGIONS, undefined)],
}

function setArrival(state: SearchFormState, date: CalendarDate | undefined) {
  state.arrivalDate = date && toIso(date)
  if (date) state.month = monthOf(date)
}

/** Replaces an arrival date in the past, which a form that was saved on an earlier day may have. */
function replacePastArrival(state: SearchFormState) {
  if ((fromIso(state.arrivalDate) ?? '') < (state.tomorrow ?? '')) setArrival(state, state.tomorrow)
}

function moveTo(state: SearchFormState, { channelId, regionId }: ChannelRegion) {
  state.channelId = channelId
  state.regionId = regionId
  delete state.parkId
  delete state.parkName
  delete state.near
  delete state.box
}

/** All defaults, with tomorrow as arrival. Data from the server is kept. */
function defaultForm({ caravanNightsOptions, tomorrow }: SearchFormState): SearchFormState {
  const next: SearchFormState = { ...DEFAULTS, caravanNightsOptions, tomorrow }
  setArrival(next, tomorrow)
  return next
}

const form = createSlice({
  name: 'SEARCH/FORM',
  initialState: DEFAULTS,
  reducers: {
    /** Applies the values of an address. */
    APPLY_URL: (state, { payload }: PayloadAction<CriteriaInUrl & { parkName?: string }>) => {
      const { channelId, regionId, parkId, near, box, arrivalDate, when, ...rest } = payload
      const isSamePark = parkId !== undefined && parkId === state.parkId
      // An address never contains the visitor's own position, so it is kept as long as the region
      // is the same.
      const ownPosition = regionId === state.regionId && state.near?.own ? state.near : undefined
      if (channelId && regionId && !isSamePark) moveTo(state, { channelId, regionId })
      if (channelId && regionId) state.near = near ?? ownPosition
      if (parkId) state.parkId = parkId
      if (box) state.box = box
      else if (channelId) delete state.box
      if (arrivalDate) setArrival(state, fromIso(arrivalDate))
      if (when) state.when = when
      else if (channelId || arrivalDate) delete state.when
      const { duration, adults, children, under5s, petFriendly } = rest
      Object.assign(state, withoutUndefined({ duration, adults, children, under5s, petFriendly }))
    },
    /** Sets the channel, with the region that follows from it (rules/regions). */
    SELECT_CHANNEL: (state, { payload }: PayloadAction<ChannelRegion>) => moveTo(state, payload),
    SELECT_REGION: (state, { payload: regionId }: PayloadAction<string>) => {
      moveTo(state, { channelId: state.channelId, regionId })
    },
    SELECT_CHANNEL_REGION: (state, { payload }: PayloadAction<ChannelRegion>) =>
      moveTo(state, payload),
    SELECT_PARK: (
      state,
      {
        payload,
      }: PayloadAction<{ parkId: string; name: string; regionId: string; channelId?: string }>,
    ) => {
      moveTo(state, { channelId: payload.channelId ?? state.channelId, regionId: payload.regionId })
      state.parkId = payload.parkId
      state.parkName = payload.name
    },
    /** Chooses a town, a postcode or the visitor's position, and the region that contains it. */
    SELECT_NEAR: (
      state,
      { payload: { near, ...region } }: PayloadAction<ChannelRegion & { near: Near }>,
    ) => {
      moveTo(state, region)
      state.near = near
    },
    /** Chooses an area of the map, or removes it. */
    SELECT_BOX: (state, { payload: box }: PayloadAction<string | undefined>) => {
      delete state.box
      if (box === undefined) return
      delete state.parkId
      delete state.parkName
      state.box = box
    },
    SELECT_DATE: (state, { payload: date }: PayloadAction<CalendarDate | undefined>) => {
      delete state.when
      setArrival(state, date)
    },
    SELECT_WHEN: (state, { payload: when }: PayloadAction<string>) => {
      state.when = when
      // The calendar shows the month of the choice.
      const [, month] = /-(\d{4}-\d\d)$/.exec(when) ?? []
      if (month) state.month = month
    },
    SELECT_MONTH: (state, { payload: month }: PayloadAction<string>) => {
      state.month = month
    },
    SELECT_DURATION: (state, { payload: nights }: PayloadAction<number>) => {
      state.duration = nights
    },
    SELECT_ADULTS: (state, { payload: adults }: PayloadAction<number>) => {
      state.adults = adults
    },
    SELECT_CHILDREN: (state, { payload: children }: PayloadAction<number>) => {
      state.children = children
    },
    SELECT_UNDER5S: (state, { payload: under5s }: PayloadAction<number>) => {
      state.under5s = under5s
    },
    SELECT_PET_FRIENDLY: (state, { payload: petFriendly }: PayloadAction<boolean>) => {
      state.petFriendly = petFriendly
    },
    STORE_COTTAGE_DATES: (state, { payload: dates }: PayloadAction<string[]>) => {
      state.cottageDates = dates
    },
    RESET_ARRIVAL: (state) => setArrival(state, state.tomorrow),
    /** Sets the default number of adults where there are none. */
    INCREASE_ADULTS: (state) => {
      if (state.adults === 0) state.adults = Math.max(ADULTS_DEFAULT, minAdults(state.channelId))
    },
    SET_ARRIVAL_AVAILABLE: (state, { payload: available }: PayloadAction<boolean>) => {
      state.isArrivalDateAvailable = available
    },
    SET_PARTY_SIZE_MODAL: (state, { payload: open }: PayloadAction<boolean>) => {
      state.partySizeModal = open
    },
    SET_SEARCH_NEEDED: (state, { payload: needed }: PayloadAction<boolean>) => {
      state.searchNeeded = needed
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(initCall.success, (state, { payload }) => {
        const today = parseDate(payload.today)
        if (!today) return
        state.tomorrow = addDays(today, 1)
        replacePastArrival(state)
      })
      // On a server-rendered page the saved form is restored after the initial data.
      .addCase(pageHydrated, replacePastArrival)
      .addCase(availabilityCall.success, (state, { payload, meta }) => {
        if (meta.request.params.channel !== 'ukcaravan') return
        state.caravanNightsOptions = { ...state.caravanNightsOptions, ...payload.nightsOptions }
      })
      .addCase(homeVisited, (state) => defaultForm(state))
  },
})

/**
 * The search form. After each action it checks the party and updates the durations for channel and
 * region.
 */
export function searchFormReducer(
  state: SearchFormState | undefined,
  action: UnknownAction,
): SearchFormState {
  const next = form.reducer(state, action)
  if (next === state) return next
  const invalid = isPartyInvalid(next.channelId, next)
  const options = next.caravanNightsOptions
  const durations = allowedNights(next.channelId, placeIn(options, next), options)
  if (next.isPartyInvalid === invalid && sameList(next.availableDurations, durations)) return next
  return { ...next, isPartyInvalid: invalid, availableDurations: [...durations] }
}

export const {
  APPLY_URL: applyUrlToForm,
  SELECT_CHANNEL: channelChosen,
  SELECT_REGION: regionChosen,
  SELECT_CHANNEL_REGION: channelAndRegionChosen,
  SELECT_PARK: parkChosen,
  SELECT_NEAR: nearChosen,
  SELECT_BOX: boxChosen,
  SELECT_DATE: dateChosen,
  SELECT_WHEN: whenChosen,
  SELECT_MONTH: monthChosen,
  SELECT_DURATION: durationChosen,
  SELECT_ADULTS: adultsChosen,
  SELECT_CHILDREN: childrenChosen,
  SELECT_UNDER5S: under5sChosen,
  SELECT_PET_FRIENDLY: petFriendlyChosen,
  STORE_COTTAGE_DATES: storeCottageDates,
  RESET_ARRIVAL: resetArrival,
  INCREASE_ADULTS: increaseAdultsIfNone,
  SET_ARRIVAL_AVAILABLE: setArrivalAvailable,
  SET_PARTY_SIZE_MODAL: setPartySizeModal,
  SET_SEARCH_NEEDED: setSearchNeeded,
} = form.actions

/** Whether the chosen nights are available. */
export function isDurationAvailable(state: SearchFormState): boolean {
  return state.availableDurations.includes(state.duration)
}

/** The party of a search request. Dogs are ignored where the channel does not allow them. */
export function partyOf(state: SearchFormState) {
  const { adults, children, under5s } = state
  return {
    adults,
    children,
    under5s,
    partySize: adults + children + under5s,
    petFriendly: takesPets(state),
  }
}

/** The arrival day as a calendar date. */
export function arrivalOf(state: SearchFormState): CalendarDate | undefined {
  return fromIso(state.arrivalDate)
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((value, index) => value === b[index]))
}
