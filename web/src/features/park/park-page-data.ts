import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { brand } from '../../brands'
import {
  loadParkDetails,
  loadParkResults,
  loadParkReviews,
  openPark,
  parkPageChosen,
  type ParkRoot,
} from '../park-data'
import type { SearchRoot } from '../search'

type Dispatch = ThunkDispatch<SearchRoot & ParkRoot, unknown, UnknownAction>

type Parameters = Readonly<{ parkId?: string }>

/** Puts into the search what the address of a park's page leaves open, once the park is loaded. */
export function fillParkSearch({ parkId = '' }: Parameters, query: string) {
  return (dispatch: Dispatch, getState: () => SearchRoot & ParkRoot): void => {
    const park = getState().data.parkDetails[parkId]
    if (park) dispatch(openPark(park, query))
  }
}

/**
 * Loads the data that a park's page shows first: the park, then its units (of the park's own channel
 * when the address has none), and its reviews.
 */
export function parkData({ parkId = '' }: Parameters, query: string) {
  return async (dispatch: Dispatch): Promise<void> => {
    dispatch(parkPageChosen(parkId))
    const reviews = brand.parks.showReviews ? dispatch(loadParkReviews(parkId)) : undefined
    await dispatch(loadParkDetails(parkId))
    dispatch(fillParkSearch({ parkId }, query))
    await Promise.all([reviews, dispatch(loadParkResults(parkId, Date.now))])
  }
}
