import { useEffect, useEffectEvent } from 'react'
import { useSelector } from 'react-redux'
import { loadErrorText, selectRequestError, useAppDispatch } from '../../api'
import { availabilityCall } from '../catalogue'
import { loadSlice, selectHasSlice, type PriceSlice } from './availability'
import type { SearchRoot } from './state'

/** The state of the prices that a page needs. */
export interface PricesState {
  /** All slices are loaded. */
  loaded: boolean
  /** The text to show when a slice could not be loaded. */
  error: string | undefined
  /** Loads what is missing. */
  retry: () => void
}

/**
 * Loads the slices of prices that a page needs and that are not loaded yet. `failure` is the page's
 * text when that fails; see `loadErrorText`.
 */
export function usePrices(slices: readonly PriceSlice[], failure: string): PricesState {
  const dispatch = useAppDispatch()
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
  const sliceIds = slices.map((slice) => availabilityCall.idOf(slice)).join(' ')
  useEffect(() => load(), [sliceIds])
  return { loaded, error: loadErrorText(error, failure), retry }
}
