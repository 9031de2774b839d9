import { lazy, useLayoutEffect, useState, type ComponentType } from 'react'
import { useSelector, useStore } from 'react-redux'
import type { Params } from 'react-router'
import type { AppDispatch, AppStore, LateSlices, RootState } from './store'

type Module<Name extends string, Props = object> = Readonly<Record<Name, ComponentType<Props>>>

/** The slices of booking, in a chunk of their own. */
const loadBookingSlices = async () => (await import('./booking-slices')).bookingSlices

/** Adds the slices of booking to a store, unless it has them. */
export async function addBookingSlices(store: AppStore): Promise<void> {
  store.addSlices(await loadBookingSlices())
}

/** A component in a chunk of its own. What is loaded is code alone, so all visitors of a server may share it. */
interface Chunk<Props> {
  load: () => Promise<ComponentType<Props>>
  loaded: ComponentType<Props> | undefined
}

function chunkOf<Props>(find: () => Promise<ComponentType<Props>>): Chunk<Props> {
  const chunk: Chunk<Props> = {
    loaded: undefined,
    load: async () => (chunk.loaded ??= await find()),
  }
  return chunk
}

/**
 * Draws a chunk's component: at once where the chunk is there, as on the server
 * and on the page that the server drew, else when it has come.
 */
function drawnOf<Props extends object>(chunk: Chunk<Props>) {
  const Late = lazy<ComponentType<Props>>(async () => ({ default: await chunk.load() }))
  return function Part(props: Props) {
    // Decided once: a part that came late stays the component that it is.
    const [Drawn] = useState<ComponentType<Props>>(() => chunk.loaded ?? Late)
    return <Drawn {...props} />
  }
}

function plainChunk<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
) {
  return chunkOf<Props>(async () => (await load())[name])
}

function bookingChunk<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
) {
  return chunkOf<Props>(async () => {
    const [module, slices] = await Promise.all([load(), loadBookingSlices()])
    return withSlices(slices, module[name])
  })
}

/** A part that works on a booking and is loaded when it is first drawn: the slices of booking come with it. */
export function lazyBookingPart<Name extends string, Props extends object>(
  load: () => Promise<Module<Name, Props>>,
  name: Name,
) {
  return drawnOf(bookingChunk(load, name))
}

/** Asks for what a page shows first. It resolves when all is there that can be had. */
export type PageData = (
  parameters: Readonly<Params>,
  /** The query of the address, with its '?'. */
  search: string,
) => (dispatch: AppDispatch, getState: () => RootState) => Promise<unknown>

/** What is known of a page beside its path. */
export interface PageHandle {
  /** Loads the page's chunk. */
  load: () => Promise<unknown>
  /** What the page shows first, once its chunk is there; undefined: nothing that is asked for. */
  data: () => Promise<PageData | undefined>
  /** The page works with the slices of booking. */
  booking: boolean
}

interface PageOptions<Pages> {
  /** The part of the `pages` module that asks for what the page shows first. */
  data?: (module: Pages) => PageData
}

/** A route's page that is loaded when it is first visited, from the `pages` module of its feature. */
export function lazyPage<Name extends string, Pages extends Module<Name>>(
  load: () => Promise<Pages>,
  name: Name,
  options: PageOptions<Pages> = {},
) {
  return pageOf(plainChunk(load, name), load, { ...options, booking: false })
}

/** A page of the booking, or one that begins a booking. */
export function lazyBookingPage<Name extends string, Pages extends Module<Name>>(
  load: () => Promise<Pages>,
  name: Name,
  options: PageOptions<Pages> = {},
) {
  return pageOf(bookingChunk(load, name), load, { ...options, booking: true })
}

function pageOf<Pages>(
  chunk: Chunk<object>,
  load: () => Promise<Pages>,
  { data, booking }: PageOptions<Pages> & Pick<PageHandle, 'booking'>,
) {
  const Page = drawnOf(chunk)
  const handle: PageHandle = {
    load: chunk.load,
    data: async () => data?.(await load()),
    booking,
  }
  return { element: <Page />, handle }
}

/** Draws a part once the store has its slices: at once where it has them, else before the next paint. */
function withSlices<Props extends object>(slices: LateSlices, Part: ComponentType<Props>) {
  const names = Object.keys(slices)
  return function Prepared(props: Props) {
    const store = useStore() as AppStore
    const there = useSelector((state: object) => names.every((name) => name in state))
    useLayoutEffect(() => store.addSlices(slices), [store])
    return there ? <Part {...props} /> : null
  }
}
