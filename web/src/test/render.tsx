import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import type { InitData } from '../api'
import { bookingSlices } from '../app/booking-slices'
import { contentSlices } from '../app/content-slices'
import { makeStore, type AppStore } from '../app/store'
import { appReady, initCall } from '../features/catalogue'
import { accept } from './accept'

/** A store with the slices of every page. */
function wholeStore(): AppStore {
  const store = makeStore()
  store.addSlices({ ...bookingSlices, ...contentSlices })
  return store
}

export { makeStore }

/** A store in which init has succeeded with this answer. */
export function readyStore(init?: InitData): AppStore {
  const store = wholeStore()
  if (init) store.dispatch(accept(initCall, undefined, init))
  store.dispatch(appReady())
  return store
}

/** Renders routes, or one element on every path, with a store and an address. */
export function renderWithStore(
  what: ReactNode | RouteObject[],
  { store = wholeStore(), path = '/' }: { store?: AppStore; path?: string } = {},
) {
  const routes = isRoutes(what) ? what : [{ path: '*', element: what }]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  )
  return { ...view, store, router }
}

function isRoutes(what: ReactNode | RouteObject[]): what is RouteObject[] {
  return Array.isArray(what)
}
