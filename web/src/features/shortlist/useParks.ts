import { useEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { loadErrorText, useAppDispatch, useRequest } from '../../api'
import type { SearchRoot } from '../search'
import { loadShortlist, selectParks, selectStay } from './load'
import { shortlistCall, type ShortlistRoot } from './state'

type Root = SearchRoot & ShortlistRoot

/** Parks with their prices for the form's stay, loaded afresh when the page is opened. */
export function useParks(parkIds: readonly string[]) {
  const dispatch = useAppDispatch()
  const stay = useSelector((state: Root) => selectStay(state))
  const parks = useSelector((state: Root) => selectParks(state))
  const { fetching, error } = useRequest(shortlistCall.idOf(NO_QUERY))
  const ids = parkIds.join()
  const fresh = useRef(true)
  useEffect(() => {
    void dispatch(loadShortlist(ids.split(','), fresh.current))
    fresh.current = false
  }, [dispatch, ids, stay])
  return {
    parks,
    fetching,
    error: loadErrorText(error),
    retry: () => void dispatch(loadShortlist(parkIds)),
  }
}

/** The id of the request is the same for every query. */
const NO_QUERY = { parkIds: [] }
