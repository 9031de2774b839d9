import type { Dispatch } from '@reduxjs/toolkit'
import { toDegrees, type Near } from '../../rules/near'
import { OPERATOR_GROUP } from '../../rules/filter-list'
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
      const keepsRegion = channelId === form.channelId && regions.includes(form.regionId)
      dispatch(
        channelAndRegionChosen({ channelId, regionId: keepsRegion ? form.regionId : regionId }),
      )
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
    const operatorFilter = filters.find((filter) => filter.opId === opId)
    if (!operatorFilter) return
    const others = selectSelectedFilters(getState()).filter(
      (id) => filters[id]?.group !== OPERATOR_GROUP,
    )
    dispatch(setFilters([...others, operatorFilter.id]))
  }
}

function pointOf({ name, lat, lon }: Place): Near | undefined {
  const point = { lat: toDegrees(lat), lon: toDegrees(lon) }
  if (point.lat === undefined || point.lon === undefined) return undefined
  return { name, lat: point.lat, lon: point.lon }
}
