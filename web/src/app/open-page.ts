import { appInit, appReady, initCall } from '../features/catalogue'
import { homeVisited } from '../features/page'
import { applyUrlQuery, loadCachedAvailability } from '../features/search'
import { addBookingSlices } from './lazy-page'
import { pagesAt } from './routes'
import type { AppDispatch, AppStore } from './store'

/** Where a page stands: path, and query with its '?'. */
export interface Address {
  pathname: string
  search: string
}

/**
 * Brings the state to where a page can be drawn: init, the address in the
 * search, and `ready`. Prices for the search box are asked for beside it; the
 * result is the promise of them, or undefined when init failed.
 */
export function openInit({ pathname, search }: Address) {
  return async (dispatch: AppDispatch): Promise<{ prices: Promise<void> } | undefined> => {
    dispatch(appInit())
    const result = await dispatch(initCall.run())
    if (!result.ok) return undefined
    if (pathname === '/') dispatch(homeVisited())
    dispatch(applyUrlQuery(search))
    dispatch(appReady())
    return { prices: dispatch(loadCachedAvailability(pathname)) }
  }
}

/** Opens a page and asks for all that it shows first. It resolves when that is there, or cannot be had. */
export function openPage(address: Address) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const opened = await dispatch(openInit(address))
    if (!opened) return
    const data = pagesAt(address.pathname).map(async ({ handle, params }) => {
      const first = await handle.data()
      if (first) await dispatch(first(params, address.search))
    })
    await Promise.all([opened.prices, ...data])
  }
}

/** Loads the chunks of the page at a path, and gives the store the slices that they work with. */
export async function preparePage(store: AppStore, pathname: string): Promise<void> {
  const pages = pagesAt(pathname)
  await Promise.all([
    ...pages.map(({ handle }) => handle.load()),
    pages.some(({ handle }) => handle.booking) ? addBookingSlices(store) : undefined,
  ])
}
