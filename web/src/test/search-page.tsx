/** Renders a search page in a test, with all the state that such pages read. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { Provider } from 'react-redux'
import { memoryHistory, Router, useLocation } from '../router'
import { vi } from 'vitest'
import { requestsReducer } from '../api'
import { bookingFormReducer, bookingReducer, extrasReducer, userReducer } from '../features/booking'
import {
  appReducer,
  availabilityReducer,
  channelsReducer,
  homepageReducer,
  initCall,
  operatorsReducer,
  regionsReducer,
} from '../features/catalogue'
import { browseSelectionReducers } from '../features/browse'
import { consentReducer } from '../features/consent'
import { flagsReducer } from '../features/flags'
import { signedUpReducer } from '../features/newsletter'
import { documentReducer, sessionReducer } from '../features/page'
import { parkDataReducers, parkDetailsReducer, parkSelectionReducer } from '../features/park-data'
import { applyUrlQuery } from '../features/search'
import { promotionReducer } from '../features/promotion'
import { searchDataReducers, searchReducers } from '../features/search/reducers'
import { Matched } from './router'
import { initData, serve } from './search-store'

const reducer = combineReducers({
  app: appReducer,
  booking: bookingReducer,
  bookingForm: bookingFormReducer,
  consent: consentReducer,
  deals: signedUpReducer,
  document: documentReducer,
  extras: extrasReducer,
  flags: flagsReducer,
  homepage: homepageReducer,
  pageSelections: combineReducers({ ...browseSelectionReducers, park: parkSelectionReducer }),
  promotion: promotionReducer,
  requests: requestsReducer,
  session: sessionReducer,
  user: userReducer,
  ...searchReducers,
  data: combineReducers({
    channels: channelsReducer,
    regions: regionsReducer,
    operators: operatorsReducer,
    cachedAvailability: availabilityReducer,
    parkDetails: parkDetailsReducer,
    ...parkDataReducers,
    ...searchDataReducers,
  }),
})

/** The width of the window in a test. */
export function setWidth(pixels: number) {
  vi.stubGlobal('innerWidth', pixels)
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

/**
 * Renders an element at an address whose query has been applied as at start-up, with a fake server
 * that answers by path.
 */
export function renderAt(
  address: string,
  element: ReactElement,
  { path = '*', answers = {} }: { path?: string; answers?: Parameters<typeof serve>[0] } = {},
) {
  const server = serve({
    '/api/cachedavailability': [{ data: prices }],
    '/api/search': [{ status: 500 }],
    ...answers,
  })
  window.scrollTo = vi.fn<() => void>()
  const store = configureStore({ reducer })
  store.dispatch(initCall.success(initData, { id: 'GET_INIT_DATA', attempt: 0, params: {} }))
  store.dispatch(applyUrlQuery(address.split('?')[1] ?? ''))
  const history = memoryHistory(address)
  const view = render(
    <Provider store={store}>
      <Router history={history}>
        <Matched routes={[{ path, element }]} />
        <Address />
      </Router>
    </Provider>,
  )
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return { store, server, user, ...view }
}

/** Prices for tests: Cornwall and Devon, 3 and 4 nights, November and December 2026. */
export const prices = {
  minprices: {
    'all-regions': {
      '22/11/2026': { '3': { N: { '2': 110, '6': 150 } } },
      '24/11/2026': { '3': { N: { '2': 99.01, '6': 140 } } },
      '27/11/2026': { '3': { Y: { '6': 120 } } },
      '01/12/2026': { '3': { N: { '6': 130 } } },
    },
    '12': {
      '24/11/2026': { '3': { N: { '2': 129.01, '6': 189 } }, '4': { N: { '6': 200 } } },
      '27/11/2026': { '3': { Y: { '6': 119 } } },
    },
    '13': { '24/11/2026': { '3': { N: { '2': 99.01, '6': 140 } } } },
  },
  minparkprices: {},
  months: ['2026-11', '2026-12', '2027-01'],
  latedeals: [],
  nightsOptions: { 'all-regions': [3, 4, 7], '12': [3, 4], '13': [3, 7] },
}
