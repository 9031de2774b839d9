import { use, type ComponentType } from 'react'
import { useStore } from 'react-redux'
import type { Params } from '../router'
import { chunkOf, componentOf } from '../ui'
import type { AppStore, PageDispatch, PageState, SliceGroup } from './store'

type Module<Name extends string, Props = object> = Readonly<Record<Name, ComponentType<Props>>>

/** The groups of slices, each in a separate chunk. */
const groups = {
  blog: async () => (await import('./blog-slices')).blogSlices,
  booking: async () => (await import('./booking-slices')).bookingSlices,
  content: async () => (await import('./content-slices')).contentSlices,
  search: async () => (await import('./search-slices')).searchSlices,
} satisfies Record<string, () => Promise<SliceGroup>>

export type GroupName = keyof typeof groups

/** Loads the code of groups of slices. */
export function loadSlices(names: readonly GroupName[]): Promise<SliceGroup[]> {
  return Promise.all(names.map((name) => groups[name]()))
}

/** Adds the booking slices to a store that does not have them yet. */
export async function addBookingSlices(store: AppStore): Promise<void> {
  store.addSlices(await groups.booking())
}

/** A component of a module, with the slices that it works with. */
function chunkWith<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  slices: readonly GroupName[],
) {
  return chunkOf<Props>(async () => {
    const [module, loaded] = await Promise.all([load(), loadSlices(slices)])
    return loaded.reduce<ComponentType<Props>>(withSlices, module[name])
  })
}

/**
 * A part that works with a booking and is loaded when first rendered, together with the booking
 * slices.
 */
export function lazyBookingPart<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
) {
  return componentOf(chunkWith(load, name, ['booking']))
}

/**
 * Loads what a page shows first, given the parameters of its path and its query with '?'. It
 * resolves when everything that can be loaded is there. It runs on the server, and in the browser
 * over the same answers before hydration; after a navigation the page's own effects load.
 */
export type PageData = (
  parameters: Params,
  query: string,
) => (dispatch: PageDispatch, getState: () => PageState) => Promise<unknown>

/** Puts the parameters of a path into the search. */
export type FillSearch = (
  parameters: Params,
  query: string,
) => (dispatch: PageDispatch, getState: () => PageState) => void

/** The properties of a page, except its path. */
export interface PageHandle {
  /** Loads the page's chunk. */
  load: () => Promise<unknown>
  /**
   * The function that loads what the page shows first, once its chunk is loaded; undefined when the
   * page loads nothing.
   */
  data: () => Promise<PageData | undefined>
  /**
   * The function that puts the path's parameters into the search, once the page's chunk is loaded.
   * They replace saved values.
   */
  fillSearch: () => Promise<FillSearch | undefined>
  /** The slices that the page works with, besides those that are there from the start. */
  slices: readonly GroupName[]
}

interface PageOptions<Pages> {
  /** The function in the `pages` module that requests what the page shows first. */
  data?: (module: Pages) => PageData
  /** The function in the `pages` module that puts the path's parameters into the search. */
  fillSearch?: (module: Pages) => FillSearch
}

/** A route's page, loaded on the first visit from the `pages` module of its feature, and its slices. */
export function lazyPage<Name extends string, Pages extends Module<Name>>(
  slices: readonly GroupName[],
  load: () => Promise<Pages>,
  name: Name,
  { data, fillSearch }: PageOptions<Pages> = {},
) {
  const chunk = chunkWith(load, name, slices)
  const Page = componentOf(chunk)
  const handle: PageHandle = {
    load: chunk.load,
    data: async () => data?.(await load()),
    fillSearch: async () => fillSearch?.(await load()),
    slices,
  }
  return { element: <Page />, handle }
}

/**
 * Renders a part once the store has its slices. Meanwhile the page before stays: what the store does when a
 * page is opened (RouteWatcher) then finds the slices.
 */
function withSlices<Props extends object>(Part: ComponentType<Props>, group: SliceGroup) {
  const stores = new WeakMap<AppStore, Promise<void>>()
  return function Prepared(props: Props) {
    const store = useStore() as AppStore
    if (!store.hasSlices(group) && !stores.has(store)) stores.set(store, addTo(store, group))
    // Also once they are there: React wants each render to wait for the same things.
    const added = stores.get(store)
    if (added) use(added)
    return <Part {...props} />
  }
}

/** Adds slices to the store of a page that is already open. Nothing is dispatched while React renders. */
async function addTo(store: AppStore, group: SliceGroup): Promise<void> {
  await Promise.resolve()
  store.addSlices(group)
  if (store.getState().app.ready) await store.open(group)
}
