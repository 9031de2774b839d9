import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { operatorsCall, regionsCall, selectRegionsByChannel, selectRegionsOf } from '../catalogue'
import type { Region } from '../../api/schema'
import { isSearchableChannel } from '../../rules/channels'
import { hasRegions } from '../../rules/regions'
import { parksCall, type ParkRoot } from '../park-data'
import { selectPromoOf } from '../promotion'
import { channelAndRegionChosen, chooseChannel, type SearchRoot } from '../search'
import { readListing, type Listing } from './listing'
import {
  browseOperatorRegionsChosen,
  browseOperatorsChosen,
  browseParksChosen,
  browseRegionsChosen,
} from './selections'
import type { BrowseRoot } from './state'

type Root = SearchRoot & ParkRoot & BrowseRoot
type Dispatch = ThunkDispatch<Root, unknown, UnknownAction>
type Load = (dispatch: Dispatch, getState: () => Root) => Promise<void>

/**
 * Which regions: those of a channel, of one operator on it, or those with parks that allow dogs.
 */
export interface RegionsRequest {
  channel: string
  opId?: string
  dogs?: 'Y'
}

/**
 * Loads regions with their prices, once for each channel and for each operator on a channel;
 * `refetch` loads them again.
 */
export function loadRegions(request: RegionsRequest, { refetch = false } = {}): Load {
  return async (dispatch, getState) => {
    if (!refetch && getState().data.browse.regions[regionsCall.idOf(request)]) return
    await dispatch(regionsCall.run(request))
  }
}

/** Loads the operators of a channel, once. */
export function loadOperators(channel: string): Load {
  return async (dispatch, getState) => {
    if (getState().data.browse.operators[operatorsCall.idOf({ channel })]) return
    await dispatch(operatorsCall.run({ channel }))
  }
}

/** Which parks a list contains. */
export interface ParksRequest {
  channel: string
  region: string
  townId?: string
  opId?: string
}

/** The parameters of the call for a page of a list. */
export function parksParams(request: ParksRequest, { page, features, dogs, byPrice }: Listing) {
  return {
    ...request,
    page,
    dogs: dogs ? 'Y' : undefined,
    features: features.length > 0 ? features : undefined,
    sort: byPrice ? 'price' : undefined,
  }
}

/**
 * Loads a page of a list: once for a reader of the promotion, with the prices on the reader's dates, and
 * once for everybody. A page that the server has rendered has the prices for everybody.
 */
export function loadParksPage(request: ParksRequest, listing: Listing): Load {
  return async (dispatch, getState) => {
    const params = parksParams(request, listing)
    const promo = selectPromoOf(getState(), request.channel)
    const held = getState().data.browse.parks[parksCall.idOf(params)]
    if (held && (held.forReader ?? false) === (promo !== undefined)) return
    await dispatch(parksCall.run({ ...params, promo }))
  }
}

/**
 * Puts the channel of the page, and its region if it has one, into the search form, without a search.
 */
export function fillBrowseSearch(parameters: Parameters, query: string) {
  const channel = parameters.channelCode ?? parameters.channelId
  return (dispatch: Dispatch): void => {
    if (isSearchableChannel(channel))
      dispatch(putIntoForm(channel, parameters.regionId ?? regionIn(query)))
  }
}

function putIntoForm(channelId: string, regionId?: string) {
  return (dispatch: Dispatch, getState: () => Root): void => {
    const { search } = getState()
    // The search box offers no channel without regions: nothing could be searched for there.
    if (!hasRegions(selectRegionsByChannel(getState())[channelId])) return
    const isOnChannel = regionId !== undefined && selectRegionsOf(getState(), channelId)[regionId]
    if (isOnChannel) {
      if (search.channelId !== channelId || search.regionId !== regionId || search.parkId)
        dispatch(channelAndRegionChosen({ channelId, regionId }))
    } else if (search.channelId !== channelId) {
      dispatch(chooseChannel(channelId))
    }
  }
}

type Parameters = Readonly<Record<string, string | undefined>>

/** Loads what /region/:channelCode shows first. */
export function regionsData({ channelCode }: Parameters): Load {
  return async (dispatch) => {
    if (!isSearchableChannel(channelCode)) return
    dispatch(browseRegionsChosen({ channelId: channelCode }))
    dispatch(putIntoForm(channelCode))
    await dispatch(loadRegions({ channel: channelCode }))
  }
}

/** Loads what /dog-friendly/:channelCode shows first. */
export function dogFriendlyData({ channelCode }: Parameters): Load {
  return async (dispatch) => {
    if (!isSearchableChannel(channelCode)) return
    dispatch(browseRegionsChosen({ channelId: channelCode }))
    dispatch(putIntoForm(channelCode))
    await dispatch(loadRegions({ channel: channelCode, dogs: 'Y' }))
  }
}

/** Loads what /channel/:channelCode shows first. */
export function operatorsData({ channelCode }: Parameters): Load {
  return async (dispatch) => {
    if (!isSearchableChannel(channelCode)) return
    dispatch(browseOperatorsChosen({ channelId: channelCode }))
    dispatch(putIntoForm(channelCode))
    await dispatch(loadOperators(channelCode))
  }
}

/**
 * Loads what /:operatorId/region/:channelCode shows first: the operator's regions or, with a region
 * in the query, its parks there.
 */
export function operatorRegionsData({ operatorId, channelCode }: Parameters, query: string): Load {
  return async (dispatch, getState) => {
    if (!operatorId || !isSearchableChannel(channelCode)) return
    if (!getState().data.operators.byId[operatorId]) return
    const region = regionIn(query)
    dispatch(browseOperatorRegionsChosen({ channelId: channelCode, operatorId }))
    dispatch(putIntoForm(channelCode, region))
    const parks = region
      ? dispatch(
          loadParksPage({ channel: channelCode, region, opId: operatorId }, readListing(query)),
        )
      : undefined
    await Promise.all([dispatch(loadRegions({ channel: channelCode, opId: operatorId })), parks])
  }
}

/** The region in a query. */
export function regionIn(query: string): string | undefined {
  return new URLSearchParams(query).get('region') ?? undefined
}

/** Finds a region by id, whichever channel it is on. */
export function findRegion(state: SearchRoot, id: string): Region | undefined {
  for (const regions of Object.values(selectRegionsByChannel(state))) {
    if (regions[id]) return regions[id]
  }
  return undefined
}

/** Loads what a list of the parks of a region or a town shows first. */
export function parksData({ channelId, regionId, townId }: Parameters, query: string): Load {
  return async (dispatch, getState) => {
    if (!isSearchableChannel(channelId) || !regionId) return
    if (!findRegion(getState(), regionId)) return
    dispatch(browseParksChosen({ channelId, regionId }))
    dispatch(putIntoForm(channelId, regionId))
    await dispatch(
      loadParksPage({ channel: channelId, region: regionId, townId }, readListing(query)),
    )
  }
}
