import { useLayoutEffect, useState, type ComponentType } from 'react'
import { useStore } from 'react-redux'
import type { Params } from 'react-router'
import { chunkOf, componentOf } from '../ui'
import type { AppDispatch, AppStore, LazySlices, RootState } from './store'

type Module<Name extends string, Props = object> = Readonly<Record<Name, ComponentType<Props>>>

/** Loads slices from a separate chunk. */
export type LoadSlices = () => Promise<Partial<LazySlices>>

/** Loads the booking slices from a separate chunk. */
export const loadBookingSlices: LoadSlices = async () =>
  (await import('./booking-slices')).bookingSlices

/** Loads the slices of blog and content pages from a separate chunk. */
export const loadContentSlices: LoadSlices = async () =>
  (await import('./content-slices')).contentSlices

/** Adds the booking slices to a store that does not have them yet. */
export async function addBookingSlices(store: AppStore): Promise<void> {
  store.addSlices(await loadBookingSlices())
}

/** A component of a module, with the slices that it works with, where they are loaded with it. */
function chunkWith<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
  loadSlices: LoadSlices | undefined,
) {
  return chunkOf<Props>(async () => {
    const [module, slices] = await Promise.all([load(), loadSlices?.()])
    return slices ? withSlices(slices, module[name]) : module[name]
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
  return componentOf(chunkWith(load, name, loadBookingSlices))
}

/**
 * Loads what a page shows first, given the parameters of its path and its query with '?'. It
 * resolves when everything that can be loaded is there. It runs on the server, and in the browser
 * over the same answers before hydration; after a navigation the page's own effects load.
 */
export type PageData = (
  parameters: Readonly<Params>,
  query: string,
) => (dispatch: AppDispatch, getState: () => RootState) => Promise<unknown>

/** Puts the parameters of a path into the search. */
export type FillSearch = (
  parameters: Readonly<Params>,
  query: string,
) => (dispatch: AppDispatch, getState: () => RootState) => void

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
  /** Loads the slices that the page works with, if they are not there from the start. */
  slices?: LoadSlices | undefined
}

interface PageOptions<Pages> {
  /** The function in the `pages` module that requests what the page shows first. */
  data?: (module: Pages) => PageData
  /** The function in the `pages` module that puts the path's parameters into the search. */
  fillSearch?: (module: Pages) => FillSearch
  /** Loads the slices that the page works with, if they are not there from the start. */
  slices?: LoadSlices
}

/** A route's page, loaded on the first visit from the `pages` module of its feature. */
export function lazyPage<Name extends string, Pages extends Module<Name>>(
  load: () => Promise<Pages>,
  name: Name,
  { data, fillSearch, slices }: PageOptions<Pages> = {},
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

/** A page of the booking, or one on which a booking begins. */
export function lazyBookingPage<Name extends string, Pages extends Module<Name>>(
  load: () => Promise<Pages>,
  name: Name,
  options: PageOptions<Pages> = {},
) {
  return lazyPage(load, name, { ...options, slices: loadBookingSlices })
}

/** A page of the blog or of other content of the CMS. */
export function lazyContentPage<Name extends string, Pages extends Module<Name>>(
  load: () => Promise<Pages>,
  name: Name,
  options: PageOptions<Pages> = {},
) {
  return lazyPage(load, name, { ...options, slices: loadContentSlices })
}

/**
 * Renders a part once the store has its slices: at once where it has them, otherwise before the next
 * paint.
 */
function withSlices<Props extends object>(slices: Partial<LazySlices>, Part: ComponentType<Props>) {
  const names = Object.keys(slices)
  return function Prepared(props: Props) {
    const store = useStore() as AppStore
    const [there, setThere] = useState(() => names.every((name) => name in store.getState()))
    // A subscription to the store would hear of them only after a paint without the page.
    useLayoutEffect(() => {
      store.addSlices(slices)
      setThere(true)
    }, [store])
    return there ? <Part {...props} /> : null
  }
}
