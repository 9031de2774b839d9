import { configure } from '@testing-library/react'
import { Outlet } from 'react-router'
import { vi } from 'vitest'
import { bookingRoutes } from '../app/booking-routes'
import type { AppStore } from '../app/store'
import { OpenDocument } from '../features/booking'
import { bookAnswer, NOW } from './bookings'
import { draw, readyStore } from './render'
import { initData } from './catalogue'

// Whole pages are drawn and filled in here, on machines that do much else beside.
vi.setConfig({ testTimeout: 20_000 })
configure({ asyncUtilTimeout: 5_000 })
await Promise.all([
  import('../features/booking/pages'),
  import('../features/payment/pages'),
  import('../features/my-booking/pages'),
])

/** Draws the booking's pages; documents that would be loaded are noted in `opened`. */
export function drawBooking(path: string, store: AppStore = readyStore(initData())) {
  const opened: string[] = []
  const open = (to: string) => void opened.push(to)
  const frame = (
    <OpenDocument value={open}>
      <Outlet />
    </OpenDocument>
  )
  const home = { path: '/', element: <p>Home</p> }
  const park = { path: '/holidays/*', element: <p>Park page</p> }
  const view = draw([{ element: frame, children: [...bookingRoutes, home, park] }], { store, path })
  return { ...view, opened, path: () => view.router.state.location.pathname }
}

/** A store in which a booking was saved by an earlier page of this tab. */
export function storeWith(own: Readonly<Record<string, unknown>> = {}): AppStore {
  const store = readyStore(initData())
  const { booking, quote } = bookAnswer()
  store.dispatch({
    type: 'RESUME_BOOKING/SUCCESS',
    payload: { booking, quote, clockAhead: NOW - Date.now() },
    meta: { request: { id: 'RESUME_BOOKING', phase: 'SUCCESS', attempt: 0, params: {} } },
  })
  store.dispatch({ type: 'persist/REHYDRATE', payload: { key: 'root', slices: own } })
  return store
}
