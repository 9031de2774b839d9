import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit'
import { requestsReducer } from '../api'
import { bookingFormReducer, bookingReducer, extrasReducer, userReducer } from '../features/booking'
import {
  appReducer,
  availabilityReducer,
  channelsReducer,
  homepageReducer,
  operatorsReducer,
  regionsReducer,
} from '../features/catalogue'
import { consentReducer } from '../features/consent'
import { previousBookingReducer } from '../features/my-booking'
import { dealsReducer } from '../features/newsletter'
import { sessionReducer } from '../features/page'
import { pageSelectionsReducer, parkDataReducers } from '../features/park-data'
import { paymentReducer } from '../features/payment'
import { searchDataReducers, searchReducers } from '../features/search/reducers'
import { createPersistor, rehydrating, type PersistKey, type SlowStorage } from './persistence'

/** The catalogue: what was loaded and can be loaded again. Saved under a key of its own. */
const data = rehydrating(
  'data',
  combineReducers({
    channels: channelsReducer,
    regions: regionsReducer,
    operators: operatorsReducer,
    cachedAvailability: availabilityReducer,
    ...parkDataReducers,
    ...searchDataReducers,
  }),
)

const root = rehydrating(
  'root',
  combineReducers({
    app: appReducer,
    booking: bookingReducer,
    bookingForm: bookingFormReducer,
    consent: consentReducer,
    data,
    deals: dealsReducer,
    extras: extrasReducer,
    homepage: homepageReducer,
    pageSelections: pageSelectionsReducer,
    payment: paymentReducer,
    previousBooking: previousBookingReducer,
    requests: requestsReducer,
    session: sessionReducer,
    ...searchReducers,
    user: userReducer,
  }),
)

export type RootState = ReturnType<typeof root>

/** A check of the state that takes longer than this is warned of, in development builds. */
const CHECK_WARN_AFTER_MS = 1000

/** The store of one page; `listeners` are told of every action. */
export function makeStore(...listeners: Middleware[]) {
  return configureStore({
    reducer: root,
    middleware: (defaults) =>
      defaults({
        serializableCheck: { warnAfter: CHECK_WARN_AFTER_MS },
        immutableCheck: { warnAfter: CHECK_WARN_AFTER_MS },
      }).concat(listeners),
  })
}

export type AppStore = ReturnType<typeof makeStore>
export type AppDispatch = AppStore['dispatch']

/**
 * What is saved. Never: requests, card data, cached availability. Of payment
 * only what finds the attempt again on the way back from the bank.
 */
export const persistKeys: readonly PersistKey[] = [
  {
    key: 'root',
    select: (state) => state,
    slices: {
      search: true,
      filters: true,
      offers: true,
      booking: true,
      bookingForm: true,
      previousBooking: true,
      promotion: true,
      session: true,
      user: true,
      pageSelections: true,
      payment: ['paymntRecId', 'paymntUsed'],
    },
  },
  {
    key: 'data',
    select: (state) => state.data as Readonly<Record<string, unknown>> | undefined,
    slices: { regions: true, parks: true, parkDetails: true, operators: true },
  },
]

export function persist(store: AppStore, storage: SlowStorage) {
  return createPersistor(store, persistKeys, storage)
}
