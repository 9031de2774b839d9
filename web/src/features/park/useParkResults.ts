import { useEffect, useEffectEvent, useRef } from 'react'
import { useSelector, useStore } from 'react-redux'
import { useLocation } from 'react-router'
import { useAppDispatch } from '../../api'
import { loadParkResults, openPark, selectStayKey, type ParkRoot } from '../park-data'
import {
  DEBOUNCE_EDITING_MS,
  DEBOUNCE_MS,
  selectCanSearch,
  selectForm,
  useWriteAddress,
  type SearchRoot,
} from '../search'

type Root = SearchRoot & ParkRoot

/**
 * Loads a park's units for the stay in the form: at once when the page opens, after the debounce
 * when the form changes, and never while the form is invalid. The address is updated too. When the
 * address has no channel, it waits for the park, whose own channel is then used.
 */
export function useParkResults(parkId: string) {
  const dispatch = useAppDispatch()
  const store = useStore<Root>()
  const write = useWriteAddress()
  const { search } = useLocation()
  const park = useSelector((state: Root) => state.data.parkDetails[parkId])
  const stay = useSelector((state: Root) => selectStayKey(state, parkId))
  const channelKnown = park !== undefined || /[?&]channel=/.test(search)
  const opened = useRef<string>(undefined)

  useEffect(() => {
    if (park) dispatch(openPark(park))
  }, [dispatch, park])

  const delay = useEffectEvent(() =>
    selectForm(store.getState()).partySizeModal ? DEBOUNCE_EDITING_MS : DEBOUNCE_MS,
  )
  useEffect(() => {
    if (!channelKnown) return
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
  }, [dispatch, store, write, parkId, stay, channelKnown])
}
