import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { appReady, initCall } from '../features/catalogue'
import { addressOpened, menuLinkFollowed, passedGate, unavailableUnit } from '../features/page'
import { accept } from '../test/accept'
import { renderWithStore } from '../test/render'
import { initData, serve } from '../test/search-store'
import { resizeTo } from '../test/screen'
import { App } from './App'
import { openInit } from './open-page'
import { rehydrated } from './persistence'
import { searchSlices } from './search-slices'
import { makeStore, ofPage, persist } from './store'

// Load the pages' chunks first: only their slices come late.
await Promise.all([
  import('../features/home/pages'),
  import('../features/browse/late-deals.pages'),
  import('../features/my-booking/pages'),
])

const saved = {
  channelId: 'uklodge',
  regionId: '41',
  duration: 14,
  arrivalDate: '2026-01-02T00:00',
}

/** The store of a page without a search, in a tab with a saved one. */
function storeWithoutSearch() {
  const store = makeStore()
  store.dispatch(rehydrated({ key: 'root', slices: { search: saved } }))
  store.dispatch(accept(initCall, undefined, initData))
  return ofPage(store)
}

beforeEach(() => {
  sessionStorage.clear()
  resizeTo(1280)
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
  serve({ '/api/cachedavailability': [{ data: {} }], '/api/deals': [{ status: 500 }] })
})

describe('slices that are added after init', () => {
  it('have what init brought, and the saved values', () => {
    const store = storeWithoutSearch()
    expect(store.getState()).not.toHaveProperty('search')
    expect(store.getState().data).not.toHaveProperty('filterList')
    store.addSlices(searchSlices)
    const { search, filters, promotion, data, waiting } = store.getState()
    expect(search).toMatchObject({ channelId: 'uklodge', regionId: '41', duration: 14 })
    // A day in the past is replaced, as on every page.
    expect(search).toMatchObject({
      tomorrow: '2026-11-22',
      arrivalDate: '2026-11-22T00:00:00.000Z',
    })
    expect(search.availableDurations).toContain(14)
    expect(data.filterList.offersData.map(({ urn }) => urn)).toEqual(['OFF1', 'OFF2'])
    expect(filters.nFiltersDefaultArray).toHaveLength(1)
    expect(promotion.codeWordsValidated).toBe(true)
    expect(waiting).toEqual({})
  })

  it('have the addresses and the links that were opened before, in order', () => {
    const store = storeWithoutSearch()
    store.dispatch(addressOpened('?channel=ukcaravan&region=13&nights=4'))
    store.dispatch(menuLinkFollowed({ channelId: 'uklodge', url: '/holidays/uklodge/40/wales' }))
    store.addSlices(searchSlices)
    expect(store.getState().search).toMatchObject({
      channelId: 'uklodge',
      regionId: '40',
      duration: 4,
    })
    // From then on at once.
    store.dispatch(addressOpened('?channel=ukcaravan&region=12'))
    expect(store.getState().search).toMatchObject({ channelId: 'ukcaravan', regionId: '12' })
  })

  it('know the unit that was taken while the visitor paid', () => {
    const store = storeWithoutSearch()
    store.dispatch(unavailableUnit('U1'))
    store.addSlices(searchSlices)
    expect(store.getState().searchResults.unavailableUnitIds).toEqual(['U1'])
  })

  it('[PROMO-18] have the pass of which the server knows, and not one of which it does not', () => {
    const words = { ...initData.promotion, keywords: 1 }
    const withWords = (...before: Parameters<ReturnType<typeof makeStore>['dispatch']>[]) => {
      const store = makeStore()
      for (const [action] of before) store.dispatch(action)
      store.dispatch(accept(initCall, undefined, { ...initData, promotion: words }))
      store.addSlices(searchSlices)
      return ofPage(store).getState().promotion
    }
    const valid = { promotion: { codeWordsValidated: true } }
    const restored = rehydrated({ key: 'root', slices: valid })
    expect(withWords()).toMatchObject({ codeWordsValidated: false })
    expect(withWords([passedGate()])).toMatchObject({ codeWordsValidated: true, passEnded: false })
    expect(withWords([restored]).passEnded).toBe(true)
    expect(withWords([passedGate()], [restored]).passEnded).toBe(false)
  })

  it('are saved as before while they are not there, and after', () => {
    const store = storeWithoutSearch()
    const persistor = persist(store as never, sessionStorage)
    persistor.persist()
    const read = () => {
      persistor.flush()
      const { search } = JSON.parse(sessionStorage.getItem('persist:root') ?? '{}') as {
        search?: string
      }
      return JSON.parse(search ?? 'null') as object | null
    }
    expect(read()).toEqual(saved)
    store.addSlices(searchSlices)
    expect(read()).toMatchObject({ regionId: '41', duration: 14, petFriendly: false })
  })
})

describe('from a page without a search', () => {
  async function openLogin() {
    const store = storeWithoutSearch()
    store.dispatch(appReady())
    const { router } = await act(async () => renderWithStore(<App />, { store, path: '/login' }))
    await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 })
    expect(store.getState()).not.toHaveProperty('search')
    return { store, goTo: (path: string) => act(async () => router.navigate(path)) }
  }

  it('[ROUTE-02] the home page opens with a new search, never with the saved one', async () => {
    const { store, goTo } = await openLogin()
    await goTo('/')
    await waitFor(() => expect(store.getState().search.duration).toBe(3), { timeout: 15_000 })
    expect(store.getState().search).toMatchObject({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
    })
  })

  it('another page opens with the saved search', async () => {
    const { store, goTo } = await openLogin()
    await goTo('/last-minute-deals')
    await waitFor(() => expect(store.getState()).toHaveProperty('search'), { timeout: 15_000 })
    expect(store.getState().search).toMatchObject({ regionId: '41', duration: 14 })
  })
})

it('a page without a search loads neither its slices nor its prices', async () => {
  const { requests } = serve({ '/api/initial': [{ data: initData }] })
  const store = makeStore()
  await openInit(store, { pathname: '/login', search: '' })
  expect(requests.map(({ path }) => path)).toEqual(['/api/initial'])
  expect(store.getState()).not.toHaveProperty('search')
  await openInit(store, { pathname: '/last-minute-deals', search: '?channel=ukcaravan&region=12' })
  expect(requests.map(({ path }) => path)).toContain('/api/cachedavailability')
  expect(store.getState().search).toMatchObject({ regionId: '12' })
})
