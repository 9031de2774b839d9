import { createSelector, type Dispatch } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import { EXCLUDED_REGION, ALL_REGIONS } from '../../rules/price-lookup'
import { regionAfterChannelChange, regionAfterReset, type ChannelRegion } from '../../rules/regions'
import {
  accomToQuery,
  queryToAccom,
  queryToResults,
  resultsToQuery,
} from '../../rules/refinement-url'
import { queryToSearch, searchToQuery, type SearchCriteria } from '../../rules/search-url'
import { selectRegionsByChannel, selectRegionsOf } from '../catalogue'
import { resultsViewChosen } from '../page'
import { applyUrlToFilters, setFilters } from './filters'
import { applyUrlToForm, channelChosen, channelAndRegionChosen } from './form'
import { setOffers } from './offers'
import { isOfAllRegions, selectArrivalRange, selectCriteria } from './selectors'
import type { SearchRoot } from './state'

type GetState = () => SearchRoot

/**
 * Applies an address's query to the search state: each value only when it is valid and differs. An
 * address with a channel or region is a complete search: when it has no offers or features, none
 * are chosen.
 */
export function applyUrlQuery(query: string) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const state = getState()
    const values = queryToSearch(query, selectArrivalRange(state))
    const { channelId, regionId, view, ...rest } = values
    const isSearch = channelId !== undefined || regionId !== undefined
    const region = isSearch ? regionInUrl({ channelId, regionId }, state) : undefined
    dispatch(applyUrlToForm({ ...rest, ...region }))
    if (isSearch || view) dispatch(resultsViewChosen(view ?? 'grid'))
    const chosen = selectCriteria(state)
    const offers = values.offers ?? (isSearch ? [] : chosen.offers)
    const features = values.features ?? (isSearch ? [] : chosen.features)
    if (String(offers) !== String(chosen.offers)) dispatch(setOffers(offers))
    if (String(features) !== String(chosen.features)) dispatch(setFilters(features))
    if (isSearch) applyRefinements(query)(dispatch, getState)
  }
}

/** Applies the sort and the filters of an address, unless they are already applied. */
function applyRefinements(query: string) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const { filters } = getState()
    const params = new URLSearchParams(query)
    const results = queryToResults(params, filters.nFiltersDefaultArray)
    const accom = queryToAccom(params)
    if (
      resultsToQuery(results) === resultsToQuery(filters) &&
      accomToQuery(accom) === accomToQuery(filters.accom)
    )
      return
    dispatch(applyUrlToFilters({ ...results, accom }))
  }
}

/** The sort and the filters of the results for the address of their page, with '&' before each. */
export const selectResultRefinements = ({ filters }: SearchRoot): string =>
  resultsToQuery(filters, filters.nFiltersDefaultArray)

/** The accommodation filters for the address of a park's page, with '&' before each. */
export const selectAccomRefinements = ({ filters }: SearchRoot): string =>
  accomToQuery(filters.accom)

/** The path and query of the current search, with the sort and the filters of its results. */
export const selectSearchPath = (state: SearchRoot): string =>
  searchPath(selectCriteria(state), selectResultRefinements(state))

/** The path and query of a search. */
function searchPath(criteria: SearchCriteria, refinements: string): string {
  const path = `/results${isOfAllRegions(criteria) ? '/all-regions' : ''}`
  return `${path}?${searchToQuery(criteria)}${refinements}`
}

/**
 * Returns functions that write another search into an address, with the sort and the filters of the
 * current results: the query without '?', and the path with the query.
 */
export function useSearchLinks() {
  const refinements = useSelector(selectResultRefinements)
  return {
    queryOf: (criteria: SearchCriteria) => searchToQuery(criteria) + refinements,
    pathOf: (criteria: SearchCriteria) => searchPath(criteria, refinements),
  }
}

/** The query of the current search, without '?'. */
export const selectSearchQuery = createSelector(selectCriteria, searchToQuery)

/** Changes the channel, and the region by `regionAfterChannelChange`. */
export function chooseChannel(channelId: string | undefined) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const state = getState()
    dispatch(
      channelChosen(
        regionAfterChannelChange(channelId, state.search, selectRegionsByChannel(state)),
      ),
    )
  }
}

/**
 * After a link of a channel's menu: chooses the channel, and the region whose id is the first number in
 * the address. A link to a content page ('/a/') does not change the region.
 */
export function applyMenuLink({ channelId, url }: { channelId: string; url: string }) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const state = getState()
    const number = /\d+/.exec(url)?.[0]
    if (url.includes('/a/'))
      dispatch(channelAndRegionChosen({ channelId, regionId: state.search.regionId }))
    else if (number !== undefined && selectRegionsOf(state, channelId)[number])
      dispatch(channelAndRegionChosen({ channelId, regionId: number }))
    else chooseChannel(channelId)(dispatch, getState)
  }
}

/** 'Reset filter': back to ukcaravan, then to all its regions. */
export function resetRegion() {
  return (dispatch: Dispatch, getState: GetState): void => {
    const state = getState()
    const { channelId, regionId } = state.search
    const region = regionAfterReset(state.search, selectRegionsByChannel(state))
    if (region.channelId !== channelId || region.regionId !== regionId)
      dispatch(channelAndRegionChosen(region))
  }
}

/**
 * The channel and region for an address. When the channel does not have the region,
 * `regionAfterChannelChange` chooses one.
 */
function regionInUrl(inUrl: Partial<ChannelRegion>, state: SearchRoot): ChannelRegion {
  const regions = selectRegionsByChannel(state)
  const channelId = inUrl.channelId ?? state.search.channelId
  const { regionId } = inUrl
  const known =
    regionId !== undefined && regionId !== EXCLUDED_REGION && regions[channelId]?.[regionId]
  if (regionId !== undefined && (known || (regionId === ALL_REGIONS && channelId === 'ukcaravan')))
    return { channelId, regionId }
  const { channelId: oldChannelId, regionId: oldRegionId } = state.search
  if (channelId === oldChannelId && regionId === undefined)
    return { channelId, regionId: oldRegionId }
  return regionAfterChannelChange(channelId, { channelId: oldChannelId, regionId: '' }, regions)
}
