import {
  combineSlices,
  configureStore,
  createAction,
  isAnyOf,
  type Middleware,
  type Reducer,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { requestsReducer } from '../api'
import {
  appReducer,
  channelsReducer,
  homepageReducer,
  initCall,
  operatorsReducer,
  regionsReducer,
} from '../features/catalogue'
import { campaignReducer } from '../features/campaign'
import { consentReducer } from '../features/consent'
import { flagsReducer } from '../features/flags'
import { signedUpReducer } from '../features/newsletter'
import {
  addressOpened,
  documentReducer,
  homeVisited,
  menuLinkFollowed,
  sessionReducer,
  unavailableUnit,
} from '../features/page'
import { parkDetailsReducer } from '../features/park-data'
import { SAVED_PROMOTION_FIELDS } from '../features/promotion'
import { SAVED_FORM_FIELDS } from '../features/search'
import type { blogSlices } from './blog-slices'
import type { bookingSlices } from './booking-slices'
import type { contentSlices } from './content-slices'
import type { searchSlices } from './search-slices'
import {
  createPersistor,
  rehydrating,
  waitingReducer,
  type PersistKey,
  type SlowStorage,
} from './persistence'

/** The slices of the catalogue that exist from the start. */
const catalogue = {
  channels: channelsReducer,
  regions: regionsReducer,
  operators: operatorsReducer,
  parkDetails: parkDetailsReducer,
  waiting: waitingReducer,
}

/** The other slices that exist from the start. */
const slices = {
  app: appReducer,
  campaign: campaignReducer,
  consent: consentReducer,
  deals: signedUpReducer,
  document: documentReducer,
  flags: flagsReducer,
  homepage: homepageReducer,
  requests: requestsReducer,
  session: sessionReducer,
  waiting: waitingReducer,
}

type Reducers = Readonly<Record<string, Reducer>>

/** Slices that are loaded together, with the pages that need them. */
export interface SliceGroup {
  /** The slices, by name. */
  slices: Reducers
  /** Those that belong to the catalogue. */
  catalogue?: Reducers
  /** What has to be done when they have been added, and their saved values restored. */
  added?: () => Thunk
  /** What has to be done after an action. */
  follow?: (action: UnknownAction) => Thunk | undefined
  /**
   * Called when a page with these slices is opened, after init. It resolves when the page can be rendered, to
   * what is being loaded further.
   */
  open?: () => Thunk<Promise<{ loading: Promise<unknown> }>>
}

/** A group knows the state of its features, and no other. */
type Thunk<Value = unknown> = (dispatch: never, getState: never) => Value

type StateOf<All extends Reducers> = { [Name in keyof All]: ReturnType<All[Name]> }
type LazyState = StateOf<
  typeof blogSlices.slices &
    typeof bookingSlices.slices &
    typeof contentSlices.slices &
    typeof searchSlices.slices
>

type LazyData = StateOf<typeof searchSlices.catalogue>

/** Slices were added to the store. */
const slicesAdded = createAction('store/SLICES_ADDED')

/** An action that happened before slices were added, for these. */
const missed = createAction<UnknownAction>('store/MISSED')

/** The actions on which the slices of a search depend, also when they are added later. */
const concernsSearch = isAnyOf(
  initCall.success,
  homeVisited,
  addressOpened,
  menuLinkFollowed,
  unavailableUnit,
)

const withMissed =
  (reducer: Reducer): Reducer =>
  (state: unknown, action) =>
    reducer(state, missed.match(action) ? action.payload : action)

/** In development builds, a check of the state that takes longer than this causes a warning. */
const CHECK_WARN_AFTER_MS = 1000

/** A reducer with groups of slices, to which others can be added. */
export function makeReducer(...groups: readonly SliceGroup[]) {
  const data = combineSlices(catalogue).withLazyLoadedSlices<LazyData>()
  const root = combineSlices({
    ...slices,
    data: rehydrating('data', data),
  }).withLazyLoadedSlices<LazyState>()
  const add = (group: SliceGroup) => {
    for (const [reducerPath, reducer] of Object.entries(group.slices))
      root.inject({ reducerPath, reducer: withMissed(reducer) } as never)
    for (const [reducerPath, reducer] of Object.entries(group.catalogue ?? {}))
      data.inject({ reducerPath, reducer: withMissed(reducer) } as never)
  }
  groups.forEach(add)
  return { reducer: rehydrating('root', root), groups, add }
}

/** The store of one page; `listeners` see every action. */
export function makeStore(...listeners: Middleware[]) {
  return makeStoreOf(makeReducer(), ...listeners)
}

/** A store with a given reducer. Several stores can share a reducer if none of them adds slices. */
export function makeStoreOf(made: ReturnType<typeof makeReducer>, ...listeners: Middleware[]) {
  const groups = new Set(made.groups)
  /** What concerns the search, until its slices are there. */
  const before: UnknownAction[] = []
  const following: Middleware = () => (next) => (action) => {
    const result = next(action)
    const happened = missed.match(action) ? action.payload : (action as UnknownAction)
    const followers = [...groups].flatMap(({ follow }) => follow ?? [])
    for (const follow of followers) run(follow(happened))
    if (followers.length === 0 && concernsSearch(happened)) before.push(happened)
    return result
  }
  const store = configureStore({
    reducer: made.reducer,
    middleware: (defaults) =>
      defaults({
        serializableCheck: { warnAfter: CHECK_WARN_AFTER_MS },
        immutableCheck: { warnAfter: CHECK_WARN_AFTER_MS },
      }).concat([following, ...listeners]),
  })
  const run = <Value>(thunk: Thunk<Value> | undefined): Value | undefined =>
    thunk && (store.dispatch as unknown as (thunk: Thunk<Value>) => Value)(thunk)
  return Object.assign(store, {
    hasSlices: (group: SliceGroup) => groups.has(group),
    /**
     * Adds slices that the store does not have yet, restores their saved values, and repeats what they
     * have missed.
     */
    addSlices(group: SliceGroup): void {
      if (groups.has(group)) return
      groups.add(group)
      made.add(group)
      store.dispatch(slicesAdded())
      run(group.added?.())
      if (!group.follow) return
      for (const action of before.splice(0)) store.dispatch(missed(action))
    },
    /** Loads what a group shows first on a page that is opened now. */
    open: async (group: SliceGroup) => run(group.open?.()),
  })
}

export type AppStore = ReturnType<typeof makeStore>
export type RootState = ReturnType<AppStore['getState']>
export type AppDispatch = AppStore['dispatch']

/** The state as the code of a page sees it: the slices that the page names in its route are there. */
export type PageState = RootState & LazyState & { data: LazyData }
export type PageDispatch = ThunkDispatch<PageState, undefined, UnknownAction>

/** The store as the code of a page sees it. */
export type PageStore = Omit<AppStore, 'dispatch' | 'getState'> & {
  dispatch: PageDispatch
  getState: () => PageState
}

/** The store of a page whose slices have been added. */
export const ofPage = (store: AppStore) => store as unknown as PageStore

/** The saved slices of the catalogue. */
export const catalogueSlices = ['regions', 'parks', 'parkDetails', 'operators'] as const

/**
 * What is saved. Never: requests, card data, cached prices. Of payment only what identifies the
 * attempt when the visitor returns from the bank.
 */
export const persistKeys: readonly PersistKey[] = [
  {
    key: 'root',
    select: (state) => state,
    slices: {
      search: SAVED_FORM_FIELDS,
      filters: true,
      offers: true,
      booking: true,
      bookingForm: true,
      previousBooking: true,
      promotion: SAVED_PROMOTION_FIELDS,
      session: true,
      user: true,
      pageSelections: true,
      payment: ['paymntRecId', 'paymntUsed'],
    },
  },
  {
    key: 'data',
    select: (state) => state.data as Readonly<Record<string, unknown>> | undefined,
    slices: Object.fromEntries(catalogueSlices.map((name) => [name, true])),
  },
]

/** Saves the state in a storage; without one, nothing is saved or restored. */
export function persist(store: AppStore, storage: SlowStorage | undefined) {
  return createPersistor(store, persistKeys, storage)
}
