import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useEffectEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { loadErrorText, selectRequestError } from '../../api'
import { availabilityCall } from '../catalogue'
import { loadSlice, selectHasSlice, type SearchRoot, type SliceAsked } from '../search'
import { LOAD_ERROR } from './load-error'

/** How far a page's prices have come. */
export interface PricesState {
  /** All are there. */
  loaded: boolean
  /** The text to show when some could not be had. */
  error: string | undefined
  /** Asks again for what is missing. */
  retry: () => void
}

/** The prices that a page is made of, loaded where they are missing. */
export function usePrices(slices: readonly SliceAsked[]): PricesState {
  const dispatch = useDispatch<ThunkDispatch<SearchRoot, unknown, UnknownAction>>()
  const loaded = useSelector((state: SearchRoot) =>
    slices.every((slice) => selectHasSlice(state, slice)),
  )
  const error = useSelector((state: SearchRoot) =>
    slices
      .map((slice) => selectRequestError(state, availabilityCall.idOf(slice)))
      .find((found) => found !== undefined),
  )
  const retry = () => {
    for (const slice of slices) void dispatch(loadSlice(slice))
  }
  const load = useEffectEvent(retry)
  const wanted = slices.map((slice) => availabilityCall.idOf(slice)).join(' ')
  useEffect(() => load(), [wanted])
  return { loaded, error: loadErrorText(error, LOAD_ERROR), retry }
}
