/** The product's pages in a test: its routes, its store and its router, with a fake server. */
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { Provider } from 'react-redux'
import { vi } from 'vitest'
import { Pages } from '../app/routes'
import { RouteWatcher } from '../app/RouteWatcher'
import type { PageStore } from '../app/store'
import { BookingSlices } from '../features/booking'
import { appReady } from '../features/catalogue'
import { applyUrlQuery } from '../features/search'
import { readyStore } from './render'
import { Routed, routerAt } from './router'
import { initData } from './search-store'

// Load the pages' chunks first, so that a page is shown as soon as its address is opened.
await Promise.all([
  import('../features/home/pages'),
  import('../features/not-found/pages'),
  import('../features/results/pages'),
  import('../features/results/all-regions.pages'),
  import('../features/results/all-dates.pages'),
  import('../app/booking-slices'),
  import('../features/park/pages'),
  import('../features/browse/pages'),
  import('../features/shortlist/pages'),
  import('../features/booking/pages'),
  import('../features/payment/pages'),
  import('../features/my-booking/pages'),
  import('../app/content-slices'),
  import('../app/blog-slices'),
  import('../app/search-slices'),
  import('../features/blog/pages'),
  import('../features/content/help.pages'),
  import('../features/content/page.pages'),
  import('../features/results/FilteredResults'),
  import('../features/guide/pages'),
])

/**
 * Opens an address of the product in the same way as start-up: init has succeeded, and the address
 * has been applied. `goTo` follows a link, `back` and `forward` are the browser's buttons, `leave`
 * unmounts everything.
 */
export async function visit(
  address: string,
  store: PageStore = readyStore(initData),
  addBooking = async () => {},
) {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  window.scrollTo = vi.fn<() => void>()
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  store.dispatch(applyUrlQuery(address.split('?')[1] ?? ''))
  store.dispatch(appReady())
  const routes = [
    {
      path: '*',
      element: (
        <>
          <RouteWatcher />
          <Suspense>
            <BookingSlices value={addBooking}>
              <Pages />
            </BookingSlices>
          </Suspense>
        </>
      ),
    },
  ]
  const router = routerAt(address)
  const view = render(
    <Provider store={store}>
      <Routed history={router.history} routes={routes} />
    </Provider>,
  )
  await settle()
  const move = async (to: string | number) => {
    await act(() => router.navigate(to))
    await settle()
  }
  return {
    ...view,
    store,
    router,
    user,
    goTo: (to: string) => move(to),
    back: () => move(-1),
    forward: () => move(1),
    leave: () => view.unmount(),
    /** Path and query as the address bar shows them. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** The value of a query parameter of the address. */
    query: (name: string) => new URLSearchParams(router.state.location.search).get(name),
  }
}

/**
 * Waits until everything that needs no timer has finished, and the parts that are loaded lazily are there:
 * a second time, because such a part is rendered when `act` ends, and may load or request more.
 */
export async function settle(): Promise<void> {
  for (let round = 0; round < 2; round++)
    await act(async () => {
      await vi.dynamicImportSettled()
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    })
}
