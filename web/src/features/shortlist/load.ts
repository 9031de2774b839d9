import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { ShortlistQuery } from '../../api/schema'
import { formatShort } from '../../rules/dates'
import { type RootWithDocument, selectServerRendered } from '../page'
import { arrivalOf, partyOf, type SearchRoot } from '../search'
import type { Shortlisted } from '../../rules/shortlist'
import { sharedParks } from './address'
import { shortlistCall, stayKey, type ShortlistRoot } from './state'

type Root = SearchRoot & ShortlistRoot
type LoadRoot = Root & RootWithDocument
type Dispatch = ThunkDispatch<LoadRoot, unknown, UnknownAction>

/** The query for parks with the price of the form's stay. */
function queryOf({ search }: Root, parkIds: string[]): ShortlistQuery {
  const date = arrivalOf(search)
  return {
    parkIds,
    channel: search.channelId,
    date: date && formatShort(date),
    nights: search.duration,
    ...partyOf(search),
  }
}

/** A key of the form's stay. */
export function selectStay(state: Root): string {
  return stayKey(queryOf(state, []))
}

/** The parks for the form's stay as far as they are loaded; null: no longer on sale. */
export function selectParks(state: Root): ShortlistRoot['data']['shortlist']['parks'] {
  const { stay, parks } = state.data.shortlist
  return stay === selectStay(state) ? parks : NONE
}

const NONE = {}

/** The list with the parks that are no longer on sale out of the comparison. */
export function withoutGone(
  list: readonly Shortlisted[],
  parks: ReturnType<typeof selectParks>,
): Shortlisted[] {
  return list.map((kept) => (parks[kept.parkId] === null ? { ...kept, compared: false } : kept))
}

/**
 * Loads the parks that are not there for the form's stay, or all of them with `fresh`. In a page
 * that the server rendered, the prices are fresh.
 */
export function loadShortlist(parkIds: readonly string[], fresh = false) {
  return async (dispatch: Dispatch, getState: () => LoadRoot): Promise<void> => {
    const known = selectParks(getState())
    const all = fresh && !selectServerRendered(getState())
    const wanted = parkIds.filter((id) => all || known[id] === undefined)
    if (wanted.length > 0) await dispatch(shortlistCall.run(queryOf(getState(), wanted)))
  }
}

/** What the page of a shared shortlist shows first. A visitor's own list is known to the browser alone. */
export function shortlistData(_parameters: unknown, query: string) {
  return async (dispatch: Dispatch): Promise<void> => {
    const parkIds = sharedParks(query)
    if (parkIds) await dispatch(loadShortlist(parkIds))
  }
}
