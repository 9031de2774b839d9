import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import {
  cancelSearch,
  ensureSearch,
  scheduleSearch,
  searchKey,
  selectCriteria,
  selectSearchQuery,
  type SearchRoot,
} from '../search'

/**
 * Keeps address, form and results together on a results page. The address's
 * search is made at once; a change of the form is searched for after the
 * debounce and then stands in the address; filters stand there at once.
 */
export function useSearchAddress({ searches, flex }: { searches: boolean; flex?: number }) {
  const dispatch = useDispatch<ThunkDispatch<SearchRoot, unknown, UnknownAction>>()
  const navigate = useNavigate()
  const { search } = useLocation()
  const query = useSelector(selectSearchQuery)
  const key = useSelector((state: SearchRoot) => searchKey(selectCriteria(state)))
  const latest = useRef(query)

  useEffect(() => {
    latest.current = query
  })

  useEffect(() => {
    if (searches) void dispatch(ensureSearch({ flex }))
  }, [dispatch, searches, flex, search])

  useEffect(() => {
    const reflect = () => {
      if (window.location.search === `?${latest.current}`) return
      void navigate(
        { search: latest.current, hash: window.location.hash },
        { replace: true, state: { keepScroll: true } },
      )
    }
    if (searches) dispatch(scheduleSearch(reflect, { flex }))
    else reflect()
  }, [dispatch, navigate, searches, flex, key])

  // Filters and offers ask for nothing: they go straight into the address.
  const filters = new URLSearchParams(query)
  const chosen = `${filters.get('features') ?? ''}|${filters.get('offers') ?? ''}`
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    void navigate({ search: latest.current }, { replace: true, state: { keepScroll: true } })
  }, [navigate, chosen])

  useEffect(
    () => () => {
      dispatch(cancelSearch())
    },
    [dispatch],
  )
}
