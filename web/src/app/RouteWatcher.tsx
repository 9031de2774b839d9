import { useLayoutEffect, useRef } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { NavigationType, useLocation, useNavigationType } from '../router'
import { clearRequestErrors } from '../api'
import type { BookingState } from '../features/booking'
import {
  addressOpened,
  bookingAbandoned,
  homeVisited,
  isBookingPath,
  isWrittenByForm,
  routeChanged,
} from '../features/page'
import { addBookingSlices } from './lazy-page'
import { isRedirect } from './redirects'
import type { AppDispatch, AppStore, RootState } from './store'

/** The booking in state, including a saved one whose slice is not loaded yet. */
function bookingOf({ booking, waiting }: Pick<RootState, 'booking' | 'waiting'>) {
  return booking ?? (waiting.booking as BookingState | undefined)
}

/**
 * Whether there is a booking that ends when its pages are left: one in progress, or a confirmed
 * one.
 */
export function hasBooking(state: Pick<RootState, 'booking' | 'waiting'>): boolean {
  const { bookingId, pendingParams, confirmationId } = bookingOf(state) ?? {}
  return [bookingId, pendingParams, confirmationId].some((part) => part !== undefined)
}

/**
 * Ends the booking in state. A saved one is first loaded with its slices, and then checked again.
 */
async function abandonBooking(store: AppStore): Promise<void> {
  const before = bookingOf(store.getState())
  if (!store.getState().booking) await addBookingSlices(store)
  const now = bookingOf(store.getState())
  if (now?.bookingId !== before?.bookingId || now?.pendingParams !== before?.pendingParams) return
  store.dispatch(bookingAbandoned())
}

/** Ends the booking in the state if the path is not a page of the booking. */
export function leaveBooking(store: AppStore, pathname: string): void {
  if (!isBookingPath(pathname) && hasBooking(store.getState())) void abandonBooking(store)
}

/**
 * Acts on every change of the path: clears request errors, stores the previous address, ends a
 * booking in progress when the visitor leaves it, and resets the search on the home page. A change
 * of only the query does none of these. Copies every address to the search, except one that the
 * form itself has just written.
 */
export function RouteWatcher() {
  const { pathname, search, state } = useLocation()
  const navigation = useNavigationType()
  const dispatch = useDispatch<AppDispatch>()
  const store = useStore() as AppStore
  const last = useRef<{ pathname: string; url: string }>(undefined)

  // A layout effect, so that the effects of the page already see the new search.
  useLayoutEffect(() => {
    if (isRedirect(pathname)) return
    const before = last.current
    last.current = { pathname, url: pathname + search }
    if (before?.pathname === pathname) {
      const isOwn = navigation === NavigationType.Replace && isWrittenByForm(state)
      if (before.url !== pathname + search && !isOwn) dispatch(addressOpened(search))
      return
    }
    if (before) {
      dispatch(clearRequestErrors())
      dispatch(routeChanged({ path: pathname, previousUrl: before.url }))
    }
    leaveBooking(store, pathname)
    // For the first page, this has been done at start-up, before rendering.
    if (before) {
      if (pathname === '/') dispatch(homeVisited())
      if (search) dispatch(addressOpened(search))
    }
    // The effect does not depend on the location's state: the address has already been applied.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname, search, dispatch, store])

  return null
}
