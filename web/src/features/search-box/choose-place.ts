import type { Dispatch } from '@reduxjs/toolkit'
import { toDegrees, milesFrom, OWN_POSITION, type Near } from '../../rules/near'
import { OPERATOR_GROUP } from '../../rules/filters'
import { ALL_REGIONS } from '../../rules/price-lookup'
import { selectRegionsOf } from '../catalogue'
import {
  channelAndRegionChosen,
  nearChosen,
  parkChosen,
  regionChosen,
  selectAllFilters,
  selectForm,
  selectSelectedFilters,
  setFilters,
  type SearchRoot,
} from '../search'
import type { Place } from './usePlaces'

type GetState = () => SearchRoot

/** How long the browser may take to find the visitor's position, in milliseconds. */
const POSITION_MS = 10_000
/** A known position up to this age is good enough, in milliseconds. */
const POSITION_AGE_MS = 10 * 60_000

/**
 * Puts a chosen place into the form. For a region or a park, that is the place itself. For a town
 * or postcode, it is the region, sorted by distance. For an operator, it is the operator's filter,
 * in the form's region if the operator has parks there, otherwise in the region with most of its
 * parks. A place of another channel changes the channel too.
 */
export function choosePlace(place: Place) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const form = selectForm(getState())
    const channelId = place.channel || form.channelId
    const regions = place.regions ?? [place.id]
    const regionId = regions[0] ?? form.regionId
    const near = pointOf(place)
    if (place.kind === 'park') {
      dispatch(parkChosen({ parkId: place.id, name: place.name, regionId, channelId }))
    } else if (place.kind === 'operator') {
      const keeps = channelId === form.channelId && regions.includes(form.regionId)
      dispatch(channelAndRegionChosen({ channelId, regionId: keeps ? form.regionId : regionId }))
      chooseOperator(place.id)(dispatch, getState)
    } else if (near && place.kind !== 'region') {
      dispatch(nearChosen({ channelId, regionId, near }))
    } else if (channelId === form.channelId) {
      dispatch(regionChosen(regionId))
    } else {
      dispatch(channelAndRegionChosen({ channelId, regionId }))
    }
  }
}

/** Chooses an operator's filter and removes those of other operators. */
function chooseOperator(opId: string) {
  return (dispatch: Dispatch, getState: GetState): void => {
    const filters = selectAllFilters(getState())
    const wanted = filters.find((filter) => filter.opId === opId)
    if (!wanted) return
    const others = selectSelectedFilters(getState()).filter(
      (id) => filters[id]?.group !== OPERATOR_GROUP,
    )
    dispatch(setFilters([...others, wanted.id]))
  }
}

function pointOf({ name, lat, lon }: Place): Near | undefined {
  const point = { lat: toDegrees(lat), lon: toDegrees(lon) }
  if (point.lat === undefined || point.lon === undefined) return undefined
  return { name, lat: point.lat, lon: point.lon }
}

/**
 * Asks the browser for the visitor's position, and chooses the nearest region of the form's
 * channel, sorted by distance. The position does not leave the page. Returns false and changes
 * nothing if the position is refused or unknown, if the channel has changed in the meantime, or
 * after an abort.
 */
export function chooseOwnPosition(signal: AbortSignal) {
  return async (dispatch: Dispatch, getState: GetState): Promise<boolean> => {
    const { channelId } = selectForm(getState())
    const own = await ownPosition()
    if (signal.aborted || !own || selectForm(getState()).channelId !== channelId) return false
    const nearest = Object.values(selectRegionsOf(getState(), channelId))
      .flatMap((region) => {
        const miles = region.id === ALL_REGIONS ? undefined : milesFrom(own, region)
        return miles === undefined ? [] : [{ id: region.id, miles }]
      })
      .toSorted((a, b) => a.miles - b.miles)[0]
    if (!nearest) return false
    dispatch(nearChosen({ channelId, regionId: nearest.id, near: own }))
    return true
  }
}

function ownPosition(): Promise<Near | undefined> {
  return new Promise((resolve) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- it does not exist on pages without HTTPS
    if (!navigator.geolocation) {
      resolve(undefined)
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ name: OWN_POSITION, lat: coords.latitude, lon: coords.longitude, own: true }),
      () => resolve(undefined),
      { timeout: POSITION_MS, maximumAge: POSITION_AGE_MS },
    )
  })
}
