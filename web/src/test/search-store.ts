/** A store with the state of search for tests, and a fake server that answers by path. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { vi } from 'vitest'
import { sessionReducer } from '../features/page'
import { requestsReducer, type InitData } from '../api'
import {
  appReducer,
  availabilityReducer,
  channelsReducer,
  homepageReducer,
  initCall,
  operatorsReducer,
  regionsReducer,
} from '../features/catalogue'
import { promotionReducer } from '../features/promotion'
import { searchDataReducers, searchReducers } from '../features/search/reducers'
import { operator, region as regionOf } from './catalogue'

const region = (id: string, name: string) => regionOf(id, name, { desc: `${name} desc` })

/** The answer of init in tests; today is 21 November 2026. */
export const initData: InitData = {
  siteCode: 'MT',
  today: '21/11/2026',
  homepageLayout: [],
  promotion: { open: 'Y', emailcapture: 'N', papercapture: 'N', keywords: 0, papercodes: {} },
  flags: { host: '', clientKey: 'sdk-mt', isWorldpayOn: true, isPaypalOn: true },
  channels: [
    { code: 'boats', name: 'Boating Holidays', key: 'BOA' },
    { code: 'ukcaravan', name: 'UK Holiday Parks', key: 'UKC' },
    { code: 'uklodge', name: 'UK Lodge Breaks', key: 'UKL' },
    { code: 'eurocaravan', name: 'European Holiday Parks', key: 'EUC' },
  ],
  Filters: [
    { name: 'Indoor pool', group: '1' },
    { name: 'Hot tub', group: '2' },
    { name: 'Bedrooms', group: '2', compare: '>=', field: 'bedrooms', options: [1, 2, 3, 4] },
  ],
  bFilters: [0, 0, 2],
  nFilters: [2, 0, 1],
  filterGroups: { '1': { name: 'On the park' }, '2': { name: 'Accommodation' } },
  regions: {
    ukcaravan: {
      '12': { ...region('12', 'Cornwall'), lat: '50.400', lon: '-4.900' },
      '13': { ...region('13', 'Devon'), lat: '50.700', lon: '-3.800' },
      '15': region('15', 'Hidden'),
    },
    uklodge: { '41': region('41', 'Cornwall'), '40': region('40', 'Wales') },
    eurocaravan: { '70': region('70', 'Spain'), '71': region('71', 'France: North') },
    boats: { '80': region('80', 'Norfolk Broads') },
  },
  operators: {
    ukcaravan: [
      operator('HAV', 'Coastfold Parks'),
      operator('PRK', 'Tern & Tide', { party: 'true' }),
    ],
  },
  operatorDeposits: {},
  offers: [
    { urn: 'OFF2', offer: 'Kids go free' },
    { urn: 'OFF1', offer: 'Early booking' },
  ],
}

const reducer = combineReducers({
  session: sessionReducer,
  app: appReducer,
  homepage: homepageReducer,
  promotion: promotionReducer,
  requests: requestsReducer,
  ...searchReducers,
  data: combineReducers({
    channels: channelsReducer,
    regions: regionsReducer,
    operators: operatorsReducer,
    cachedAvailability: availabilityReducer,
    ...searchDataReducers,
  }),
})

/** A store after init. */
export function searchStore() {
  const store = configureStore({ reducer })
  store.dispatch(initCall.success(initData, { id: 'GET_INIT_DATA', attempt: 0, params: {} }))
  return store
}

/** An answer of the fake server: data in the envelope, or a failure's status. */
export type Answer =
  { data: unknown } | { status: number; errors?: { message: string; code: string }[] }

/**
 * A fake server: each path has a list of answers, of which the last is repeated. `requests` lists the
 * requests as path and query.
 */
export function serve(answers: Record<string, Answer[] | ((query: URLSearchParams) => Answer)>) {
  const requests: { path: string; query: URLSearchParams }[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    requests.push({ path: url.pathname, query: url.searchParams })
    if (init?.signal?.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'))
    const given = answers[url.pathname]
    const answer = Array.isArray(given)
      ? given.length > 1
        ? given.shift()
        : given[0]
      : given?.(url.searchParams)
    return Promise.resolve(respond(answer ?? { status: 404 }))
  })
  return {
    requests,
    to: (path: string) =>
      requests
        .filter((request) => request.path === path)
        .map(({ query }) => Object.fromEntries(query)),
  }
}

function respond(answer: Answer): Response {
  return 'data' in answer
    ? Response.json({ success: 1, data: answer.data })
    : Response.json(
        { success: 0, errors: answer.errors ?? [{ message: 'no', code: 'X' }] },
        { status: answer.status },
      )
}

/** One result row. */
export function resultRow(parkId: string, more: Record<string, unknown> = {}) {
  return {
    parkId,
    name: `Park ${parkId}`,
    channel: 'ukcaravan',
    regn: '12',
    opId: 'HAV',
    lat: '50.1',
    lon: '-5.1',
    unitId: `unit-${parkId}`,
    price: '189.00',
    deposit: '49.00',
    date: '22/11/2026',
    nights: 3,
    exact: true,
    unitCount: 3,
    unitsLeft: 9,
    features: [0],
    nFeatures: { '2': 3 },
    offers: [],
    dogs: 'Y',
    sticky: false,
    premium: false,
    affiliate: '',
    ...more,
  }
}

/** A finished search's answer. */
export function found(...rows: ReturnType<typeof resultRow>[]): Answer {
  return { data: foundData(...rows) }
}

/** The data in a finished search's answer. */
export function foundData(...rows: ReturnType<typeof resultRow>[]) {
  const exactCount = rows.filter(({ exact }) => exact).length
  return {
    searchId: 's_1',
    count: rows.length,
    exactCount,
    alternativeCount: rows.length - exactCount,
    results: rows,
    cards: {},
  }
}
