import { createSelector, type Dispatch } from '@reduxjs/toolkit'
import type { Unit, UnitType } from '../../api/schema'
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
import { arrivalOf, partyOf, type SearchRoot } from '../search'
import { extraDataCall, parkDetailsCall, parkResultsCall, parkReviewsCall } from './calls'
import { extraDataLoaded, noExtraDataFound, parkOffersLoaded, type ParkRoot } from './state'

type Root = SearchRoot & ParkRoot
type GetState = () => Root

/** Park results older than this are asked for again. */
export const FRESH_MS = 60_000

/** Details of a park, asked once. */
export function loadParkDetails(parkId: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    const { data, requests } = getState()
    if (data.parkDetails[parkId] || requests[parkDetailsCall.idOf({ parkId })]?.fetching) return
    await parkDetailsCall.run({ parkId })(dispatch)
  }
}

/** Reviews of a park, asked once. */
export function loadParkReviews(parkId: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    const { data, requests } = getState()
    if (data.parkReviews.reviews[parkId] || requests[parkReviewsCall.idOf({ parkId })]?.fetching)
      return
    await parkReviewsCall.run({ parkId })(dispatch)
  }
}

/** The content host's pictures of a park, asked once: first under 'new', then under the park's first letter. */
export function loadExtraData(parkId: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    const { data, requests } = getState()
    if (data.extraData.parkExtraDataIds[parkId]) return
    if (requests[extraDataCall.idOf({ parkId, folder: 'new' })]?.fetching) return
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

/** What the offers of a park depend on beside the dates. */
function stayKey({ search }: Root): string {
  return JSON.stringify([search.channelId, search.duration, partyOf(search)])
}

/**
 * The units of a park round the arrival day: asked for when they are not there,
 * older than a minute, for another stay, or do not reach the month wanted. What
 * is there stays in view meanwhile.
 */
export function loadParkResults(parkId: string, now: () => number, signal?: AbortSignal) {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    const state = getState()
    const askedFor = stayKey(state)
    const arrival = arrivalOf(state.search)
    const held = state.data.parkResults[parkId]
    if (
      held?.askedFor === askedFor &&
      now() - held.timeLoaded < FRESH_MS &&
      reaches(held.results, arrival)
    )
      return
    const window = windowRound(arrival, selectToday(state))
    const { channelId: channel, duration: nights } = state.search
    const answer = await parkResultsCall.run(
      {
        parkId,
        searchId: state.searchResults.searchId,
        channel,
        ...window,
        nights,
        ...partyOf(state.search),
      },
      { signal },
    )(dispatch)
    if (!answer.ok) return
    const { results, searchId } = answer.data
    dispatch(parkOffersLoaded({ parkId, results, searchId, timeLoaded: now(), askedFor }))
  }
}

/** Whether the dates that are held surround the arrival day, or have it. */
function reaches(results: Record<string, unknown>, arrival: CalendarDate | undefined): boolean {
  if (arrival === undefined || results[formatShort(arrival)]) return true
  const months = new Set(Object.keys(results).map((date) => `${date.slice(6)}-${date.slice(3, 5)}`))
  return months.has(monthOf(arrival))
}

/** The month of the arrival and its neighbours, none of it before tomorrow, at most 100 days. */
function windowRound(
  arrival: CalendarDate | undefined,
  today: CalendarDate,
): { from: string; to: string } {
  const tomorrow = addDays(today, 1)
  const month = monthOf(arrival ?? tomorrow)
  const start = firstOfMonth(addMonths(month, -1))
  const from = start < tomorrow ? tomorrow : start
  const end = addDays(firstOfMonth(addMonths(month, 2)), -1)
  const latest = addDays(from, 99)
  return { from: formatShort(from), to: formatShort(end < latest ? end : latest) }
}

const noResults = {}

/** The arrival dates of a park that have units for the form's nights, in date order. */
export const selectDateEntries = createSelector(
  (state: Root, parkId: string) => state.data.parkResults[parkId]?.results ?? noResults,
  (state: Root) => state.search.duration,
  (state: Root) => state.data.unitTypes,
  (state: Root) => state.searchResults.unavailableUnitIds,
  dateEntries<Unit, UnitType>,
)

/** Whether a park's offers for the form's stay are there. */
export const selectHasOffers = (state: Root, parkId: string): boolean =>
  state.data.parkResults[parkId]?.askedFor === stayKey(state)
