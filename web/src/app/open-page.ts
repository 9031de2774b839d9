import { appInit, appReady, initCall } from '../features/catalogue'
import { homeVisited } from '../features/page'
import { loadGate, selectBoxContent } from '../features/promotion'
import { applyUrlQuery, loadCachedAvailability } from '../features/search'
import { pagesAt } from './routes'
import type { AppDispatch, AppStore, RootState } from './store'

/** The address of a page: path, and query with its '?'. */
export interface Address {
  pathname: string
  search: string
}

/**
 * Prepares the state for rendering a page: init, the address applied to the search, and `ready`. It
 * also requests the prices for the search box. Resolves to the promise of these prices, or to
 * undefined when init failed.
 */
export function openInit({ pathname, search }: Address) {
  return async (
    dispatch: AppDispatch,
    getState: () => RootState,
  ): Promise<{ prices: Promise<void> } | undefined> => {
    dispatch(appInit())
    const result = await dispatch(initCall.run())
    if (!result.ok) return undefined
    if (pathname === '/') dispatch(homeVisited())
    dispatch(applyUrlQuery(search))
    if (selectBoxContent(getState()) === 'gate') await loadGate()
    dispatch(appReady())
    return { prices: dispatch(loadCachedAvailability(pathname)) }
  }
}

/**
 * Opens a page and requests everything that it shows first. Resolves when all of that is loaded or
 * has failed.
 */
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

/** Loads the chunks of the page at a path, and adds the slices that they need to the store. */
export async function preparePage(store: AppStore, pathname: string): Promise<void> {
  const pages = pagesAt(pathname)
  await Promise.all(
    pages.map(async ({ handle: { load, slices } }) => {
      const [added] = await Promise.all([slices?.(), load()])
      if (added) store.addSlices(added)
    }),
  )
}
