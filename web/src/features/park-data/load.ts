import { createSelector, type Dispatch } from '@reduxjs/toolkit'
import type { ParkDetails, ParkStay, Unit, UnitType } from '../../api/schema'
import { nearestPricedDay } from '../../rules/calendar'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatShort,
  monthOf,
  parseDate,
  type CalendarDate,
} from '../../rules/dates'
import { dateEntries } from '../../rules/park-units'
import { queryToSearch } from '../../rules/search-url'
import { selectToday } from '../catalogue'
import { selectIsReader } from '../promotion'
import {
  arrivalOf,
  channelAndRegionChosen,
  dateChosen,
  durationChosen,
  parkChosen,
  partyOf,
  selectArrivalRange,
  selectPriceCalendar,
  type SearchFormState,
  type SearchRoot,
} from '../search'
import { extraDataCall, parkResultsCall, parkReviewsCall, parksCall } from './calls'
import {
  extraDataLoaded,
  noExtraDataFound,
  parkChannelChosen,
  parkResultsLoaded,
  type ArrivalWindow,
  type HeldParkResults,
  type ParkRoot,
} from './state'

type Root = SearchRoot & ParkRoot
type GetState = () => Root

type OpenedPark = Pick<
  ParkDetails,
  'parkId' | 'name' | 'channels' | 'regn' | 'nextStays' | 'forReader'
>

/** The age in ms from which a park's units are loaded again. */
export const FRESH_MS = 60_000

/** Loads the parks of a region and their towns, once. */
export function loadParks(region: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (getState().data.parks.regionParkIds[region]) return
    await parksCall.run({ region })(dispatch)
  }
}

/** Loads the reviews of a park, once. */
export function loadParkReviews(parkId: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (getState().data.parkReviews.reviews[parkId]) return
    await parkReviewsCall.run({ parkId })(dispatch)
  }
}

/**
 * Loads the content host's pictures of a park, once. They are in the folder 'new', or in the folder
 * of the park's first letter.
 */
export function loadExtraData(parkId: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (getState().data.extraData.parkExtraDataIds[parkId]) return
    for (const folder of ['new', parkId.charAt(0)]) {
      const answer = await extraDataCall.run({ parkId, folder })(dispatch)
      if (answer.ok) {
        dispatch(extraDataLoaded({ parkId, items: answer.data }))
        return
      }
      dispatch(extraDataCall.reset({ parkId, folder }))
      if (answer.error.status !== 404) return
    }
    dispatch(noExtraDataFound(parkId))
  }
}

/**
 * The channel for requesting a park's units: the form's, or the park's first one where it is not
 * sold on that.
 */
function channelOf({ search, data }: Root, parkId: string): string {
  const channels = data.parkDetails[parkId]?.channels
  return !channels || channels.includes(search.channelId)
    ? search.channelId
    : (channels[0] ?? search.channelId)
}

/**
 * A key of everything that a park's units depend on, except the date: channel, nights and party.
 */
function stayKeyOf(state: Root, parkId: string): string {
  const { search } = state
  return JSON.stringify([channelOf(state, parkId), search.duration, partyOf(search)])
}

/** A key of everything that a park's units depend on, including the arrival date. */
export const selectStayKey = (state: Root, parkId: string): string =>
  `${stayKeyOf(state, parkId)} ${state.search.arrivalDate ?? ''}`

/**
 * Opens a park page, and puts into the search form what its address leaves open, so that the search
 * box says what the page shows: the park where there is no region, its channel where the park is not
 * sold on the form's, and where there is no date the park's next stay.
 */
export function openPark(park: OpenedPark, query: string) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const params = new URLSearchParams(query)
    const { search } = getState()
    // A reader's next stay is known once the park is loaded with the reader's pass.
    const isKnown = park.forReader ?? !selectIsReader(getState())
    const stay =
      isKnown && !selectHasDate(getState(), query) ? nextStay(park, search, params) : undefined
    const channelId =
      stay?.channel ??
      (park.channels.includes(search.channelId) ? search.channelId : park.channels[0])
    const { parkId, name, regn: regionId } = park
    if (channelId !== undefined && !params.get('region'))
      dispatch(parkChosen({ parkId, name, regionId, channelId }))
    else if (channelId !== undefined && channelId !== search.channelId)
      dispatch(channelAndRegionChosen({ channelId, regionId }))
    if (stay) {
      dispatch(dateChosen(parseDate(stay.date)))
      dispatch(durationChosen(stay.nights))
    }
    dispatch(parkChannelChosen(channelOf(getState(), parkId)))
  }
}

/** Whether a query says when the stay begins: by a date on which one can arrive, or by `when`. */
export function selectHasDate(state: SearchRoot, query: string): boolean {
  const { arrivalDate, when } = queryToSearch(query, selectArrivalRange(state))
  return arrivalDate !== undefined || when !== undefined
}

/**
 * The stay at which a park's page opens without a date: on the form's channel where the park has
 * stays on it, and for the form's nights where it has such stays; else the stay that begins first.
 * Channel and nights of the address are kept.
 */
function nextStay(
  park: OpenedPark,
  form: Pick<SearchFormState, 'channelId' | 'duration'>,
  params: URLSearchParams,
): ParkStay | undefined {
  const { nextStays } = park
  const isOnChannel = ({ channel }: ParkStay) => channel === form.channelId
  const hasNights = ({ nights }: ParkStay) => nights === form.duration
  const keepsChannel = params.get('channel') && park.channels.includes(form.channelId)
  const onChannel = nextStays.filter(isOnChannel)
  const stays = keepsChannel || onChannel.length > 0 ? onChannel : nextStays
  const ofNights = stays.filter(hasNights)
  const found = params.get('nights') || ofNights.length > 0 ? ofNights : stays
  return found.toSorted((a, b) =>
    (parseDate(a.date) ?? '') < (parseDate(b.date) ?? '') ? -1 : 1,
  )[0]
}

/**
 * Loads the units of a park around the arrival date, unless units for the same stay, less than a
 * minute old and around the arrival date are there. The old units stay visible until the new
 * ones arrive.
 */
export function loadParkResults(parkId: string, now: () => number, signal?: AbortSignal) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    const state = getState()
    const stayKey = stayKeyOf(state, parkId)
    const arrival = arrivalOf(state.search)
    const window = windowAround(arrival, selectToday(state))
    const held = state.data.parkResults[parkId]
    if (held?.stayKey === stayKey && now() - held.timeLoaded < FRESH_MS && covers(held, arrival))
      return
    const answer = await parkResultsCall.run(
      {
        parkId,
        searchId: state.searchResults.searchId,
        channel: channelOf(state, parkId),
        from: formatShort(window.from),
        to: formatShort(window.to),
        nights: state.search.duration,
        ...partyOf(state.search),
      },
      { signal },
    )(dispatch)
    if (!answer.ok) return
    const { results, searchId } = answer.data
    dispatch(parkResultsLoaded({ parkId, results, searchId, timeLoaded: now(), stayKey, window }))
  }
}

/**
 * Whether the loaded units are what there is around the arrival date: it is one of the dates that were
 * asked for last, or other dates in its month are there. A month may have no units at all.
 */
function covers({ results, window }: HeldParkResults, arrival: CalendarDate | undefined): boolean {
  if (arrival === undefined || (window.from <= arrival && arrival <= window.to)) return true
  const months = new Set(Object.keys(results).map((date) => `${date.slice(6)}-${date.slice(3, 5)}`))
  return months.has(monthOf(arrival))
}

/**
 * The offer date nearest to the arrival on which the place has a price, and around which the park's
 * units are not loaded.
 */
export function selectNextOffer(state: Root, parkId: string): CalendarDate | undefined {
  const held = state.data.parkResults[parkId]
  if (!held) return undefined
  const others = selectPriceCalendar(state).filter(({ date }) => !covers(held, parseDate(date)))
  const arrival = arrivalOf(state.search) ?? parseDate(others[0]?.date)
  return arrival && nearestPricedDay(others, arrival)
}

/** The arrival's month with the months before and after it, from tomorrow on, at most 100 days. */
function windowAround(arrival: CalendarDate | undefined, today: CalendarDate): ArrivalWindow {
  const tomorrow = addDays(today, 1)
  const month = monthOf(arrival ?? tomorrow)
  const start = firstOfMonth(addMonths(month, -1))
  const from = start < tomorrow ? tomorrow : start
  const end = addDays(firstOfMonth(addMonths(month, 2)), -1)
  const latest = addDays(from, 99)
  return { from, to: end < latest ? end : latest }
}

const noResults = {}

/** The arrival dates on which a park has units for the form's nights, in order. */
export const selectDateEntries = createSelector(
  (state: Root, parkId: string) => state.data.parkResults[parkId]?.results ?? noResults,
  (state: Root) => state.search.duration,
  (state: Root) => state.data.unitTypes,
  (state: Root) => state.searchResults.unavailableUnitIds,
  dateEntries<Unit, UnitType>,
)

/** Whether a park's units for the form's stay are loaded. */
export const selectHasParkResults = (state: Root, parkId: string): boolean =>
  state.data.parkResults[parkId]?.stayKey === stayKeyOf(state, parkId)
