import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useNavigate } from 'react-router'
import { loadParkResults, type ParkRoot } from '../park-data'
import {
  DEBOUNCE_EDITING_MS,
  DEBOUNCE_MS,
  selectCanSearch,
  selectForm,
  selectSearchQuery,
  type SearchRoot,
} from '../search'

/**
 * Keeps a park's offers in step with the form: at once for the page that was
 * opened, after the debounce for what is changed on it, and never while the
 * form could not be searched for. The address follows.
 */
export function useParkResults(parkId: string) {
  const dispatch = useDispatch<ThunkDispatch<SearchRoot & ParkRoot, unknown, UnknownAction>>()
  const navigate = useNavigate()
  const form = useSelector(selectForm)
  const canSearch = useSelector(selectCanSearch)
  const query = useSelector(selectSearchQuery)
  const opened = useRef<string>(undefined)
  const {
    arrivalDate,
    duration,
    adults,
    children,
    under5s,
    petFriendly,
    channelId,
    partySizeModal,
  } = form
  const stay = JSON.stringify([
    parkId,
    channelId,
    arrivalDate,
    duration,
    adults,
    children,
    under5s,
    petFriendly,
  ])
  const editing = useRef(partySizeModal)

  useEffect(() => {
    editing.current = partySizeModal
  })

  useEffect(() => {
    const flight = new AbortController()
    const load = () => void dispatch(loadParkResults(parkId, Date.now, flight.signal))
    const first = opened.current !== parkId
    opened.current = parkId
    if (first) {
      load()
      return () => flight.abort()
    }
    const timer = setTimeout(
      () => {
        if (!canSearch) return
        void navigate(
          { search: query, hash: window.location.hash },
          { replace: true, state: { keepScroll: true } },
        )
        load()
      },
      editing.current ? DEBOUNCE_EDITING_MS : DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      flight.abort()
    }
    // What was asked for decides; the query and the validity only go with it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [dispatch, parkId, stay])
}
