import { appInit, appReady, initCall } from '../features/catalogue'
import { addressOpened, homeVisited } from '../features/page'
import { loadSlices } from './lazy-page'
import { pagesAt } from './routes'
import { ofPage, type AppStore, type SliceGroup } from './store'

/** The address of a page: path, and query with its '?'. */
export interface Address {
  pathname: string
  search: string
}

/**
 * Prepares the state for rendering a page: its slices, init, the address applied to the search, and `ready`.
 * Resolves to the promise of what the slices load then, such as the prices for the search box, or to undefined
 * when init failed.
 */
export async function openInit(
  store: AppStore,
  { pathname, search }: Address,
): Promise<{ loading: Promise<unknown> } | undefined> {
  store.dispatch(appInit())
  const [result, groups] = await Promise.all([
    store.dispatch(initCall.run()),
    // A page whose code does not come says so itself.
    preparePage(store, pathname).catch(() => []),
  ])
  if (!result.ok) return undefined
  if (pathname === '/') store.dispatch(homeVisited())
  store.dispatch(addressOpened(search))
  const opened = await Promise.all(groups.map((group) => store.open(group)))
  store.dispatch(appReady())
  return { loading: Promise.all(opened.flatMap((one) => one?.loading ?? [])) }
}

/**
 * Opens a page and requests everything that it shows first. Resolves when all of that is loaded or
 * has failed.
 */
export async function openPage(store: AppStore, address: Address): Promise<void> {
  const opened = await openInit(store, address)
  if (!opened) return
  const data = pagesAt(address.pathname).map(async ({ handle, params }) => {
    const first = await handle.data()
    if (first) await ofPage(store).dispatch(first(params, address.search))
  })
  await Promise.all([opened.loading, ...data])
}

/** Loads the chunks of the page at a path, and adds the slices that they need to the store. */
export async function preparePage(store: AppStore, pathname: string): Promise<SliceGroup[]> {
  const pages = pagesAt(pathname).map(async ({ handle }) => {
    const [groups] = await Promise.all([loadSlices(handle.slices), handle.load()])
    return groups
  })
  const groups = [...new Set((await Promise.all(pages)).flat())]
  for (const group of groups) store.addSlices(group)
  return groups
}
