import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { Deal } from '../../api/schema'
import { CHANNEL_NAMES, DEFAULT_CHANNEL, isSearchableChannel } from '../../rules/channels'
import { pageNumber } from '../../rules/page-number'
import { inPlace } from '../../rules/place-in-text'
import { fromStayQuery } from '../../rules/stay-query'
import { parkPath } from '../park-card'
import { selectRegionsOf } from '../catalogue'
import { type RootWithDocument, selectServerRendered } from '../page'
import { selectPromoOf } from '../promotion'
import type { SearchRoot } from '../search'
import { dealsCall, type DealsRequest } from './deals-call'
import type { BrowseRoot } from './state'

/** The state that pages of deals read. */
export type DealsRoot = SearchRoot & BrowseRoot & RootWithDocument
type Load = (
  dispatch: ThunkDispatch<DealsRoot, unknown, UnknownAction>,
  getState: () => DealsRoot,
) => Promise<void>

/** The two pages of deals: stays that begin soon, and stays whose price was higher before. */
export type DealsKind = 'late' | 'reduced'

/** The path and the title of each page. */
export const DEALS_PAGES: Readonly<Record<DealsKind, { path: string; title: string }>> = {
  late: { path: '/last-minute-deals', title: 'Last Minute Deals' },
  reduced: { path: '/offers', title: 'Offers' },
}

/** The values in the query of a page of deals. */
export interface DealsQuery {
  channel?: string
  region?: string
  /** Beginning with 1. */
  page: number
}

/** Reads the query of a page of deals. Invalid pages are ignored. */
export function readDealsQuery(query: string): DealsQuery {
  const found = new URLSearchParams(query)
  return {
    channel: found.get('channel') ?? undefined,
    region: found.get('region') ?? undefined,
    page: pageNumber(found),
  }
}

/** Whether the query is that of the first page of all deals. */
export function isUnfiltered({ channel, page }: DealsQuery): boolean {
  return channel === undefined && page === 1
}

/** The address of a page of deals. */
export function dealsAddress(kind: DealsKind, { channel, region, page }: DealsQuery): string {
  const query = new URLSearchParams()
  if (channel) query.set('channel', channel)
  if (channel && region) query.set('region', region)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return DEALS_PAGES[kind].path + (text ? `?${text}` : '')
}

/** The parameters of the call for a page; undefined when its channel or region does not exist. */
export function dealsRequest(
  state: SearchRoot,
  kind: DealsKind,
  { channel = DEFAULT_CHANNEL, region, page }: DealsQuery,
): DealsRequest | undefined {
  if (!isSearchableChannel(channel)) return undefined
  if (region !== undefined && !selectRegionsOf(state, channel)[region]) return undefined
  const reduced = kind === 'reduced' ? 'Y' : undefined
  return { channel, region, reduced, page, promo: selectPromoOf(state, channel) }
}

/**
 * Loads a page of deals, unless it is loaded. With `fresh` it is loaded again, because deals end when
 * units are sold, except in a page that the server has just rendered. Those of a reader are left to the
 * browser, which has the reader's pass.
 */
export function loadDeals(request: DealsRequest, { fresh = false } = {}): Load {
  return async (dispatch, getState) => {
    if (__SERVER__ && request.promo) return
    const isLoaded = getState().data.browse.deals[dealsCall.idOf(request)] !== undefined
    if (isLoaded && (!fresh || selectServerRendered(getState()))) return
    await dispatch(dealsCall.run(request))
  }
}

/** Loads what a page of deals shows first. */
export function dealsData(kind: DealsKind) {
  return (_: unknown, query: string): Load =>
    async (dispatch, getState) => {
      const request = dealsRequest(getState(), kind, readDealsQuery(query))
      if (request) await dispatch(loadDeals(request))
    }
}

/** 'Last Minute Deals: UK Lodge Breaks in Cornwall' */
export function dealsTitle(kind: DealsKind, channel?: string, regionName?: string): string {
  const { title } = DEALS_PAGES[kind]
  if (channel === undefined) return title
  return `${title}: ${CHANNEL_NAMES[channel] ?? channel}${regionName ? ` ${inPlace(regionName)}` : ''}`
}

/** The prices of a deal's park on its date, for the party of the deal. */
export function dealPath(deal: Deal): string {
  return parkPath(deal, fromStayQuery(deal), 'prices')
}
