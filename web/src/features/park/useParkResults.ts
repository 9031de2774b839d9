import { useEffect, useEffectEvent, useRef } from 'react'
import { useSelector, useStore } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import type { ParkDetails } from '../../api/schema'
import {
  loadParkResults,
  openPark,
  selectHasDate,
  selectStayKey,
  type ParkRoot,
} from '../park-data'
import {
  DEBOUNCE_EDITING_MS,
  DEBOUNCE_MS,
  selectAccomRefinements,
  selectCanSearch,
  selectForm,
  useWriteAddress,
  type SearchRoot,
} from '../search'

type Root = SearchRoot & ParkRoot

/**
 * Loads a park's units for the stay in the form: at once when the page opens, after the debounce
 * when the form changes, and never while the form is invalid. The address is updated too. When the
 * address has no channel or no date, it waits for the park, whose own are then used.
 */
export function useParkResults(parkId: string) {
  const dispatch = useAppDispatch()
  const store = useStore<Root>()
  const write = useWriteAddress(selectAccomRefinements)
  const { search } = useLocation()
  const park = useSelector((state: Root) => state.data.parkDetails[parkId])
  const stay = useSelector((state: Root) => selectStayKey(state, parkId))
  const hasDate = useSelector((state: Root) => selectHasDate(state, search))
  const hasChannel = new URLSearchParams(search).has('channel')
  const stayKnown = park !== undefined || (hasChannel && hasDate)
  const opened = useRef<string>(undefined)

  // Not after a change of the query alone: the form has written it, or it has been applied to it.
  const open = useEffectEvent((opened: ParkDetails) => dispatch(openPark(opened, search)))
  useEffect(() => {
    if (park) open(park)
  }, [park])

  const filters = useSelector(selectAccomRefinements)
  const shownFilters = useRef(filters)
  useEffect(() => {
    if (shownFilters.current !== filters) write()
    shownFilters.current = filters
  }, [filters, write])

  const delay = useEffectEvent(() =>
    selectForm(store.getState()).partySizeModal ? DEBOUNCE_EDITING_MS : DEBOUNCE_MS,
  )
  useEffect(() => {
    if (!stayKnown) return
    const abort = new AbortController()
    const load = () => void dispatch(loadParkResults(parkId, Date.now, abort.signal))
    const isFirstLoad = opened.current !== parkId
    opened.current = parkId
    if (isFirstLoad) {
      load()
      return () => abort.abort()
    }
    const timer = setTimeout(() => {
      if (!selectCanSearch(store.getState())) return
      write()
      load()
    }, delay())
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [dispatch, store, write, parkId, stay, stayKnown])
}
