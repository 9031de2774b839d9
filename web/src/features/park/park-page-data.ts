import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { brand } from '../../brands'
import {
  loadParkDetails,
  loadParkResults,
  loadParkReviews,
  parkPageChosen,
  type ParkRoot,
} from '../park-data'
import type { SearchRoot } from '../search'

type Dispatch = ThunkDispatch<SearchRoot & ParkRoot, unknown, UnknownAction>

/**
 * Loads the data that a park's page shows first: the park, then its units (of the park's own channel
 * when the address has none), and its reviews.
 */
export function parkData({ parkId = '' }: Readonly<{ parkId?: string }>) {
  return async (dispatch: Dispatch): Promise<void> => {
    dispatch(parkPageChosen(parkId))
    const reviews = brand.parks.showReviews ? dispatch(loadParkReviews(parkId)) : undefined
    await dispatch(loadParkDetails(parkId))
    await Promise.all([reviews, dispatch(loadParkResults(parkId, Date.now))])
  }
}
