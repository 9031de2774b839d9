import type { UnknownAction } from '@reduxjs/toolkit'
import { defineCall } from '../../api'
import type { Shortlist, ShortlistPark, ShortlistQuery } from '../../api/schema'

/** GET /api/shortlist: parks by their ids, with the price of one stay. */
export const shortlistCall = defineCall<ShortlistQuery, Shortlist>({
  name: 'SHORTLIST',
  path: '/api/shortlist',
  send: (query) => ({ ...query }),
  latest: true,
})

/** The parks of the shortlist that is shown. They have prices, so they are never saved. */
export interface ShortlistState {
  /** The stay of the prices; see `stayKey`. */
  stay?: string
  /** By id; null: the park is no longer on sale. */
  parks: Record<string, ShortlistPark | null>
}

/** The stay of a query as a key: what its prices depend on besides the parks. */
export function stayKey(query: ShortlistQuery): string {
  return JSON.stringify({ ...query, parkIds: undefined })
}

const nothing: ShortlistState = { parks: {} }

export function shortlistReducer(state = nothing, action: UnknownAction): ShortlistState {
  if (!shortlistCall.success.match(action)) return state
  const query = action.meta.request.params as unknown as ShortlistQuery
  const stay = stayKey(query)
  const gone = Object.fromEntries(query.parkIds.map((id) => [id, null]))
  const found = Object.fromEntries(action.payload.parks.map((park) => [park.parkId, park]))
  return { stay, parks: { ...(state.stay === stay ? state.parks : {}), ...gone, ...found } }
}

/** The part of the application's state that the shortlist reads. */
export interface ShortlistRoot {
  data: { shortlist: ShortlistState }
}
