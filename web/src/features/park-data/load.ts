import { createSelector, type Dispatch } from '@reduxjs/toolkit'
import type { Park, Unit, UnitType } from '../../api/schema'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatShort,
  monthOf,
  type CalendarDate,
} from '../../rules/dates'
import { dateEntries } from '../../rules/park-units'
import { selectToday } from '../catalogue'
import { arrivalOf, channelAndRegionChosen, partyOf, type SearchRoot } from '../search'
import {
  extraDataCall,
  parkDetailsCall,
  parkResultsCall,
  parkReviewsCall,
  parksCall,
} from './calls'
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

/** The age in ms from which a park's units are loaded again. */
export const FRESH_MS = 60_000

/** Loads the parks of a region and their towns, once. */
export function loadParks(region: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (getState().data.parks.regionParkIds[region]) return
    await parksCall.run({ region })(dispatch)
  }
}

/** Loads the details of a park, once. */
export function loadParkDetails(parkId: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    if (getState().data.parkDetails[parkId]) return
    await parkDetailsCall.run({ parkId })(dispatch)
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

/** Opens a park page: sets the channel on which the park is shown. */
export function openPark(park: Pick<Park, 'parkId' | 'channels' | 'regn'>) {
  return (dispatch: Dispatch, getState: GetState): void => {
    applyChannelOf(park)(dispatch, getState)
    dispatch(parkChannelChosen(channelOf(getState(), park.parkId)))
  }
}

/**
 * Sets the search form to the park's channel and region when the park is not sold on the form's
 * channel, because a park's address may have no channel.
 */
function applyChannelOf({ channels, regn }: Pick<Park, 'channels' | 'regn'>) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const [channelId] = channels
    if (channelId === undefined || channels.includes(getState().search.channelId)) return
    dispatch(channelAndRegionChosen({ channelId, regionId: regn }))
  }
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
