import {
  combineReducers,
  combineSlices,
  configureStore,
  createAction,
  type Middleware,
} from '@reduxjs/toolkit'
import { requestsReducer } from '../api'
import {
  appReducer,
  availabilityReducer,
  channelsReducer,
  homepageReducer,
  operatorsReducer,
  regionsReducer,
} from '../features/catalogue'
import { browseReducer, browseSelectionReducers } from '../features/browse'
import { campaignReducer } from '../features/campaign'
import { consentReducer } from '../features/consent'
import { flagsReducer } from '../features/flags'
import { signedUpReducer } from '../features/newsletter'
import { documentReducer, sessionReducer } from '../features/page'
import { parkDataReducers, parkSelectionReducer } from '../features/park-data'
import { promotionReducer, SAVED_PROMOTION_FIELDS } from '../features/promotion'
import { shortlistReducer } from '../features/shortlist'
import { SAVED_FORM_FIELDS } from '../features/search'
import { searchDataReducers, searchReducers } from '../features/search/reducers'
import type { bookingSlices } from './booking-slices'
import type { contentSlices } from './content-slices'
import {
  createPersistor,
  rehydrating,
  waitingReducer,
  type PersistKey,
  type SlowStorage,
} from './persistence'

/** The catalogue: data that can be loaded again. It is saved under its own key. */
const data = rehydrating(
  'data',
  combineReducers({
    channels: channelsReducer,
    regions: regionsReducer,
    operators: operatorsReducer,
    cachedAvailability: availabilityReducer,
    browse: browseReducer,
    shortlist: shortlistReducer,
    ...parkDataReducers,
    ...searchDataReducers,
  }),
)

/** What the visitor has chosen on browse pages and on a park's page. */
const pageSelections = combineReducers({
  ...browseSelectionReducers,
  park: parkSelectionReducer,
})

/** The slices that exist from the start. */
const slices = {
  app: appReducer,
  campaign: campaignReducer,
  consent: consentReducer,
  data,
  deals: signedUpReducer,
  document: documentReducer,
  flags: flagsReducer,
  homepage: homepageReducer,
  pageSelections,
  promotion: promotionReducer,
  requests: requestsReducer,
  session: sessionReducer,
  waiting: waitingReducer,
  ...searchReducers,
}

/** The slices that are loaded with the pages that need them. */
export type LazySlices = typeof bookingSlices & typeof contentSlices
type LazyState = { [Name in keyof LazySlices]: ReturnType<LazySlices[Name]> }

/** Slices were added to the store. */
const slicesAdded = createAction('store/SLICES_ADDED')

/** In development builds, a check of the state that takes longer than this causes a warning. */
const CHECK_WARN_AFTER_MS = 1000

/** The reducer of a store. Slices that are added to the store are added to it. */
export function makeReducer() {
  return combineSlices(slices).withLazyLoadedSlices<LazyState>()
}

/** The store of one page; `listeners` see every action. */
export function makeStore(...listeners: Middleware[]) {
  return makeStoreOf(makeReducer(), ...listeners)
}

/** A store with a given reducer. Several stores can share a reducer if none of them adds slices. */
export function makeStoreOf(reducer: ReturnType<typeof makeReducer>, ...listeners: Middleware[]) {
  const store = configureStore({
    reducer: rehydrating('root', reducer),
    middleware: (defaults) =>
      defaults({
        serializableCheck: { warnAfter: CHECK_WARN_AFTER_MS },
        immutableCheck: { warnAfter: CHECK_WARN_AFTER_MS },
      }).concat(listeners),
  })
  /** Adds slices that the store does not have yet, and restores their saved values. */
  const addSlices = (added: Partial<LazySlices>): void => {
    const missing = Object.entries(added).filter(([name]) => !(name in store.getState()))
    for (const [reducerPath, one] of missing) reducer.inject({ reducerPath, reducer: one } as never)
    if (missing.length > 0) store.dispatch(slicesAdded())
  }
  return Object.assign(store, { addSlices })
}

export type AppStore = ReturnType<typeof makeStore>
export type RootState = ReturnType<AppStore['getState']>
export type AppDispatch = AppStore['dispatch']

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
