import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { RouteObject } from '../router'
import type { InitData } from '../api'
import { blogSlices } from '../app/blog-slices'
import { bookingSlices } from '../app/booking-slices'
import { contentSlices } from '../app/content-slices'
import { searchSlices } from '../app/search-slices'
import { makeStore, ofPage, type AppStore, type PageStore } from '../app/store'
import { appReady, initCall } from '../features/catalogue'
import { accept } from './accept'
import { Routed, routerAt } from './router'

/** A store with the slices of every page. */
export function wholeStore(...listeners: Parameters<typeof makeStore>): PageStore {
  const store = makeStore(...listeners)
  for (const group of [searchSlices, bookingSlices, contentSlices, blogSlices])
    store.addSlices(group)
  return ofPage(store)
}

export { makeStore }

/** A store in which init has succeeded with this answer. */
export function readyStore(init?: InitData): PageStore {
  const store = wholeStore()
  if (init) store.dispatch(accept(initCall, undefined, init))
  store.dispatch(appReady())
  return store
}

/** Renders routes, or one element on every path, with a store and an address. */
export function renderWithStore(
  what: ReactNode | RouteObject[],
  { store = wholeStore(), path = '/' }: { store?: AppStore | PageStore; path?: string } = {},
) {
  const routes = isRoutes(what) ? what : [{ path: '*', element: what }]
  const router = routerAt(path)
  const view = render(
    <Provider store={store}>
      <Routed history={router.history} routes={routes} />
    </Provider>,
  )
  return { ...view, store: store as PageStore, router }
}

function isRoutes(what: ReactNode | RouteObject[]): what is RouteObject[] {
  return Array.isArray(what)
}
