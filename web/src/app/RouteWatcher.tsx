import { useEffect, useRef } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { useLocation } from 'react-router'
import { clearRequestErrors } from '../api'
import { bookingAbandoned, homeVisited, routeChanged } from '../features/page'
import { applyUrlQuery } from '../features/search'
import { leadsOn } from './redirects'
import type { AppDispatch, RootState } from './store'

/** Whether a path is a step of the booking, where a booking in progress may stand. */
export function isBookingPath(path: string): boolean {
  return path === '/booking' || path.startsWith('/booking/')
}

/** A booking was begun and is not confirmed. */
export function isBookingInProgress({ booking }: Pick<RootState, 'booking'>): boolean {
  const begun = booking.bookingId !== undefined || booking.pendingParams !== undefined
  return begun && booking.confirmationId === undefined
}

/**
 * What happens on every change of path: request errors go, the previous
 * address is remembered, a booking in progress is left when the path leads out
 * of it, and the home page starts the search afresh. A change of the query
 * alone is none of these.
 */
export function RouteWatcher() {
  const { pathname, search } = useLocation()
  const dispatch = useDispatch<AppDispatch>()
  const store = useStore<RootState>()
  const last = useRef<{ pathname: string; url: string }>(undefined)

  useEffect(() => {
    if (leadsOn(pathname)) return
    const before = last.current
    last.current = { pathname, url: pathname + search }
    if (before?.pathname === pathname) {
      // Back, forward and links within a page: the address is the search.
      if (before.url !== pathname + search) dispatch(applyUrlQuery(search))
      return
    }
    if (before) {
      dispatch(clearRequestErrors())
      dispatch(routeChanged({ path: pathname, previousUrl: before.url }))
    }
    const { booking } = store.getState()
    const begun = isBookingInProgress({ booking }) || booking.confirmationId !== undefined
    if (!isBookingPath(pathname) && begun) {
      dispatch(bookingAbandoned())
    }
    // For the first page start-up has done this, before it was drawn.
    if (before) {
      if (pathname === '/') dispatch(homeVisited())
      if (search) dispatch(applyUrlQuery(search))
    }
  }, [pathname, search, dispatch, store])

  return null
}
