import { Outlet } from '../router'
import { vi } from 'vitest'
import { bookingRoutes } from '../app/booking-routes'
import { RouteWatcher } from '../app/RouteWatcher'
import type { PageStore } from '../app/store'
import { OpenDocument } from '../features/booking'
import { bookAnswer, NOW, params } from './bookings'
import { renderWithStore, readyStore } from './render'
import { initData } from './catalogue'

await Promise.all([
  import('../features/booking/pages'),
  import('../features/payment/pages'),
  import('../features/my-booking/pages'),
])

/** Renders the booking's pages. Documents that would be loaded are recorded in `opened`. */
export function renderBooking(path: string, store: PageStore = readyStore(initData())) {
  const opened: string[] = []
  const open = (to: string) => void opened.push(to)
  const frame = (
    <OpenDocument value={open}>
      <RouteWatcher />
      <Outlet />
    </OpenDocument>
  )
  const home = { path: '/', element: <p>Home</p> }
  const park = { path: '/holidays/*', element: <p>Park page</p> }
  const view = renderWithStore([{ element: frame, children: [...bookingRoutes, home, park] }], {
    store,
    path,
  })
  return { ...view, opened, path: () => view.router.state.location.pathname }
}

/** Whether the page loads itself again when the browser shows it; `persisted` means by Back, as it was left. */
export function reloadsWhenShown({ persisted }: { persisted: boolean }): boolean {
  const reload = vi.fn<() => void>()
  const { pathname, search, hash } = window.location
  vi.stubGlobal('location', { pathname, search, hash, reload })
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  return reload.mock.calls.length === 1
}

/** A store in which a booking was saved by an earlier page of this tab. */
export function storeWith(
  own: Readonly<Record<string, unknown>> = {},
  initial: ReturnType<typeof initData> = initData(),
): PageStore {
  const store = readyStore(initial)
  const { booking, quote } = bookAnswer()
  store.dispatch({
    type: 'RESUME_BOOKING/SUCCESS',
    payload: { booking, quote, clockAhead: NOW - Date.now() },
    meta: { request: { id: 'RESUME_BOOKING', phase: 'SUCCESS', attempt: 0, params: {} } },
  })
  store.dispatch({ type: 'persist/REHYDRATE', payload: { key: 'root', slices: own } })
  return store
}

/** The saved state of a visitor who had entered everything. */
export const allTyped = {
  booking: {
    parkName: 'Gannet Sands',
    parkBookingUrl: params.parkBookingUrl,
    stepsCompleted: ['EXTRAS'],
  },
  user: {
    details: {
      title: 'Ms',
      forename: 'Priya',
      surname: 'Raman',
      dob: '14/09/1986',
      email: 'priya@example.com',
      telephone: '+44 (0)7700 900461',
      address1: '18 Marl Pit Lane',
      address2: '',
      town: 'Norwich',
      county: 'Norfolk',
      postcode: 'nr24th',
      country: 'CNUK',
      emailOpt: true,
      smsOpt: false,
      thirdOpt: false,
    },
  },
  bookingForm: {
    party: {
      values: { title2: 'Mr', initial2: 'T', lastName2: 'Raman', age2: '41' },
      onlyBooking: false,
    },
  },
}
