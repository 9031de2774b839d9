import { useLayoutEffect, useRef } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router'
import { clearRequestErrors } from '../api'
import type { BookingState } from '../features/booking'
import { bookingAbandoned, homeVisited, isBookingPath, routeChanged } from '../features/page'
import { applyUrlQuery, isWrittenByForm } from '../features/search'
import { addBookingSlices } from './lazy-page'
import { leadsOn } from './redirects'
import type { AppDispatch, AppStore, RootState } from './store'

/** The booking in state, including a saved one whose slice is not loaded yet. */
function bookingOf({ booking, waiting }: Pick<RootState, 'booking' | 'waiting'>) {
  return booking ?? (waiting.booking as BookingState | undefined)
}

/**
 * Whether there is a booking that ends when its pages are left: one in progress, or a confirmed
 * one.
 */
export function isBookingKept(state: Pick<RootState, 'booking' | 'waiting'>): boolean {
  const { bookingId, pendingParams, confirmationId } = bookingOf(state) ?? {}
  return [bookingId, pendingParams, confirmationId].some((part) => part !== undefined)
}

/**
 * Ends the booking in state. A saved one is first loaded with its slices, and then checked again.
 */
async function abandonBooking(store: AppStore): Promise<void> {
  const judged = bookingOf(store.getState())
  if (!store.getState().booking) await addBookingSlices(store)
  const now = bookingOf(store.getState())
  if (now?.bookingId !== judged?.bookingId || now?.pendingParams !== judged?.pendingParams) return
  store.dispatch(bookingAbandoned())
}

/** Ends the booking in state when the visitor is on a page outside the booking. */
export function leaveBooking(store: AppStore, pathname: string): void {
  if (!isBookingPath(pathname) && isBookingKept(store.getState())) void abandonBooking(store)
}

/**
 * What happens on every change of path: request errors go, the previous
 * address is remembered, a booking in progress is left when the path leads out
 * of it, and the home page starts the search afresh. A change of the query
 * alone is none of these. Every address is applied to the search, save one that
 * the form itself has just written.
 */
export function RouteWatcher() {
  const { pathname, search, state } = useLocation() as Location<unknown>
  const navigation = useNavigationType()
  const dispatch = useDispatch<AppDispatch>()
  const store = useStore() as AppStore
  const last = useRef<{ pathname: string; url: string }>(undefined)

  // A layout effect, so that the page's own effects already see the search of the address.
  useLayoutEffect(() => {
    if (leadsOn(pathname)) return
    const before = last.current
    last.current = { pathname, url: pathname + search }
    if (before?.pathname === pathname) {
      const isOwn = navigation === NavigationType.Replace && isWrittenByForm(state)
      if (before.url !== pathname + search && !isOwn) dispatch(applyUrlQuery(search))
      return
    }
    if (before) {
      dispatch(clearRequestErrors())
      dispatch(routeChanged({ path: pathname, previousUrl: before.url }))
    }
    leaveBooking(store, pathname)
    // For the first page, start-up has done this before rendering.
    if (before) {
      if (pathname === '/') dispatch(homeVisited())
      if (search) dispatch(applyUrlQuery(search))
    }
    // Not for a change of the state alone: the address has already been applied.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname, search, dispatch, store])

  return null
}
