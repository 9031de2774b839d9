import type { Middleware } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { brand } from '../brands'
import { rejectAnalytics } from '../features/analytics'
import { startBooking } from '../features/booking/start-booking'
import { choose } from '../features/consent/choose'
import { writeSignedUp } from '../features/newsletter/write-signed-up'
import { homeVisited, passedGate } from '../features/page'
import { initData, operator, region } from '../test/catalogue'
import { bookAnswer } from '../test/bookings'
import { ok, serve } from '../test/server'
import { addBookingSlices } from './lazy-page'
import { openInit, preparePage } from './open-page'
import type { Persistor } from './persistence'
import { searchSlices } from './search-slices'
import { loadInit, start, startHydrated } from './start'
import { makeStore, ofPage, persist } from './store'

const prices = ok({
  minprices: {},
  minparkprices: {},
  months: [],
  latedeals: [],
  nightsOptions: {},
})
const calls = { '/api/initial': ok(initData()), '/api/cachedavailability': prices }

/** Opens the page at an address. */
function visit(address: string) {
  window.history.replaceState(null, '', address)
}

/** Makes the document one in which tags may run, as the server does. */
function withNonce() {
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'page-data'
  data.nonce = 'abc'
  data.textContent = '[]'
  document.body.append(data)
}

/**
 * Installs fake service workers, and records whether they were unregistered. The last one is of the
 * pages that guests keep on their phones.
 */
function withServiceWorkers(log: string[]) {
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistrations: () =>
        Promise.resolve(
          ['/', '/blog/', '/pocket/'].map((scope, n) => ({
            scope: `https://www.meridian.example${scope}`,
            unregister: () => log.push(`unregister ${n + 1}`),
          })),
        ),
    },
  })
}

function prepared(log: string[] = []) {
  const listen: Middleware = () => (next) => (action) => {
    log.push((action as { type: string }).type)
    return next(action)
  }
  const store = ofPage(makeStore(listen))
  const real = persist(store, sessionStorage)
  const persistor: Persistor = {
    ...real,
    restore: async (but) => {
      log.push('restore')
      await real.restore(but)
    },
  }
  return { store, persistor }
}

beforeEach(() => {
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  window.dataLayer = []
  visit('/')
})
afterEach(() => {
  brand.tagManager.id = ''
  brand.analytics.id = ''
  document.cookie = 'acceptSiteCookies=; Max-Age=0; Path=/'
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

describe('start-up', () => {
  it('[PAGE-07] [PAGE-10] [PAGE-12] runs its steps in the specified order', async () => {
    const log: string[] = []
    withServiceWorkers(log)
    document.cookie = 'acceptSiteCookies=true; Path=/'
    brand.tagManager.id = 'GTM-1'
    withNonce()
    const added = vi.spyOn(document.head, 'append').mockImplementation((node) => {
      const element = node as HTMLScriptElement & HTMLLinkElement
      log.push(element.tagName === 'SCRIPT' ? 'tag' : element.rel)
    })
    const requests = serve({
      '/api/initial': () => {
        log.push('ask init')
        return calls['/api/initial']
      },
      '/api/cachedavailability': () => {
        log.push('ask prices')
        return prices
      },
    })
    const { store, persistor } = prepared(log)
    await start(store, persistor)
    await vi.waitFor(() => expect(log).toContain('unregister 2'), { timeout: 5000 })
    expect(log).not.toContain('unregister 3')
    const steps = [
      'tag',
      'icon',
      'apple-touch-icon',
      'manifest',
      'restore',
      'ask init',
      'ask prices',
      'unregister 1',
    ]
    expect(log.filter((entry) => steps.includes(entry))).toEqual(steps)
    expect(requests.map(({ path }) => path)).toEqual(['/api/initial', '/api/cachedavailability'])
    added.mockRestore()
  })

  it('[PAGE-07] [API-17] [PAGE-10] runs its steps in that order on a page from the server, too', async () => {
    const log: string[] = []
    withServiceWorkers(log)
    document.cookie = 'acceptSiteCookies=true; Path=/'
    brand.tagManager.id = 'GTM-1'
    withNonce()
    const added = vi.spyOn(document.head, 'append').mockImplementation((node) => {
      const element = node as HTMLScriptElement & HTMLLinkElement
      log.push(element.tagName === 'SCRIPT' ? 'tag' : element.rel)
    })
    onTestFinished(() => added.mockRestore())
    const requests = serve(calls)
    const { store, persistor } = prepared(log)
    // The page has brought the answers of init and prices.
    await openInit(store, window.location)
    const brought = requests.length
    await startHydrated(store, persistor)
    await vi.waitFor(() => expect(log).toContain('unregister 2'), { timeout: 5000 })
    const steps = ['tag', 'icon', 'apple-touch-icon', 'manifest', 'restore', 'unregister 1']
    expect(log.filter((entry) => steps.includes(entry))).toEqual(steps)
    expect(requests, 'no call is repeated').toHaveLength(brought)
  })

  it.each([
    ['', '', []],
    ['GTM-1', '', ['gtm.js?id=GTM-1']],
    ['', 'G-1', ['gtag/js?id=G-1']],
    ['GTM-1', 'G-1', ['gtm.js?id=GTM-1', 'gtag/js?id=G-1']],
  ])(
    '[PAGE-08] [CONF-05] loads the tags whose ids are present: %s %s',
    async (tagManager, analytics, expected) => {
      vi.resetModules()
      const fresh = await import('../brands')
      const { startAnalytics } = await import('../features/analytics')
      fresh.brand.tagManager.id = tagManager
      fresh.brand.analytics.id = analytics
      const loaded = () =>
        [...document.head.querySelectorAll('script')].map(({ src }) => src.split('.com/')[1])
      withNonce()
      startAnalytics('unknown')
      expect(loaded()).toEqual([])
      startAnalytics('accepted')
      expect(loaded()).toEqual(expected)
    },
  )

  it('loads the tags once where the visitor pressed OK while the page was hydrated', async () => {
    serve(calls)
    brand.tagManager.id = 'GTM-1'
    withNonce()
    const { store, persistor } = prepared()
    await openInit(store, window.location)
    rejectAnalytics() // no tags of earlier tests
    store.dispatch(choose('accepted'))
    await startHydrated(store, persistor)
    expect(document.head.querySelectorAll('script[src*="GTM-1"]')).toHaveLength(1)
    expect(store.getState().consent).toEqual({ choice: 'accepted', bannerOpen: false })
  })

  it('[PAGE-09] adds favicon, app icon and manifest under the brand’s prefix', async () => {
    serve(calls)
    const { store, persistor } = prepared()
    await start(store, persistor)
    const href = (rel: string) =>
      document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute('href')
    expect(href('icon')).toBe('/MT/favicon.ico')
    expect(href('apple-touch-icon')).toBe('/MT/apple-touch-icon.png')
    expect(href('manifest')).toBe('/MT/manifest.json')
  })

  it('[PAGE-17] dispatches APP_INIT, then GET_INIT_DATA, and sets ready only after', async () => {
    serve(calls)
    const log: string[] = []
    const { store } = prepared(log)
    const running = loadInit(store)
    expect(store.getState().app.ready).toBe(false)
    await running
    const steps = ['APP_INIT', 'GET_INIT_DATA/REQUEST', 'GET_INIT_DATA/SUCCESS', 'APP_READY']
    expect(log.filter((type) => steps.includes(type))).toEqual(steps)
    expect(store.getState().app.ready).toBe(true)
    expect(store.getState().requests).not.toHaveProperty('GET_INIT_DATA')
  })

  it('[PAGE-18] [PAGE-19] stores the answer of init', async () => {
    serve({
      ...calls,
      '/api/initial': ok(initData({ homepageLayout: [{ type: 'Banner', data: {} }] })),
    })
    const { store, persistor } = prepared()
    await start(store, persistor)
    const { app, homepage, data } = store.getState()
    expect(app).toMatchObject({ ready: true, promotion: { open: 'Y' }, today: '2026-11-21' })
    expect(homepage.content).toEqual([{ type: 'Banner', data: {} }])
    expect(data.channels).toHaveLength(6)
    expect(data.regions.byChannel.ukcaravan?.['1']?.name).toBe('Cornwall')
    expect(data.operators.channelOperatorIds).toEqual({ ukcaravan: ['HAV'] })
    expect(data.operators.operatorDeposits.HAV?.value).toBe(49)
    expect(data.filterList).toMatchObject({
      Filters: [{ name: 'Indoor pool' }, { name: 'Bedrooms' }],
      bFilters: [0, 0, 1],
      nFilters: [1, 0, 1],
      offersData: [{ urn: 'OFF101', offer: 'Kids go free' }],
    })
  })

  it('[CHAN-15] [CHAN-17] indexes regions and operators by channel, without region 15', async () => {
    const regions = {
      boats: {
        '15': region('15', 'Never'),
        '40': region('40', 'Broads'),
      },
    }
    serve({ ...calls, '/api/initial': ok(initData({ regions })) })
    const { store, persistor } = prepared()
    await start(store, persistor)
    expect(store.getState().data.regions.channelRegionIds).toEqual({ boats: ['40'] })
    expect(store.getState().data.operators.byId.HAV?.name).toBe('Havenly')
  })

  it('[CHAN-16] keeps every field of an operator, and party as the string it is', async () => {
    const given = { ...operator('HAV', 'Havenly', { party: 'true' }), founded: '1951' }
    serve({ ...calls, '/api/initial': ok(initData({ operators: { ukcaravan: [given] } })) })
    const { store, persistor } = prepared()
    await start(store, persistor)
    expect(store.getState().data.operators.byId.HAV).toEqual(given)
  })

  it('reads the answer that the server inlined, and makes no request', async () => {
    const requests = serve(calls)
    const element = document.createElement('script')
    element.type = 'application/json'
    element.id = 'page-data'
    element.textContent = JSON.stringify([
      {
        call: '/api/initial',
        params: { siteCode: brand.siteCode },
        status: 200,
        body: { success: 1, data: initData() },
      },
    ])
    document.body.append(element)
    const { store, persistor } = prepared()
    await start(store, persistor)
    expect(store.getState().app.ready).toBe(true)
    expect(requests.map(({ path }) => path)).not.toContain('/api/initial')
  })

  it.each(['/booking/extras', '/login', '/my-booking', '/blog/a-post'])(
    '[PAGE-11] requests no prices on %s',
    async (path) => {
      visit(path)
      const requests = serve(calls)
      const { store, persistor } = prepared()
      await start(store, persistor)
      expect(requests.map((one) => one.path)).toEqual(['/api/initial'])
    },
  )

  it('[API-17] requests init once, by its site code, after the saved state is restored', async () => {
    const requests = serve(calls)
    const log: string[] = []
    const { store, persistor } = prepared(log)
    await start(store, persistor)
    const init = requests.filter(({ path }) => path === '/api/initial')
    expect(init).toMatchObject([{ method: 'GET', query: { siteCode: 'MT' } }])
    expect(log.indexOf('restore')).toBeLessThan(log.indexOf('GET_INIT_DATA/REQUEST'))
    expect(log.indexOf('restore')).toBeGreaterThan(-1)
  })

  it.each([
    ['/', true, true],
    ['/results?channel=ukcaravan&region=3&nights=7', true, true],
    ['/login', true, false],
    ['/terms', true, false],
    ['/', false, false],
  ])(
    '[API-25] at %s requests prices only after init, and only if the state allows it',
    async (at, works, wanted) => {
      visit(at)
      const requests = serve({
        ...calls,
        '/api/initial': works ? calls['/api/initial'] : 'no answer',
      })
      const { store, persistor } = prepared()
      await start(store, persistor)
      const prices = requests.filter(({ path }) => path === '/api/cachedavailability')
      const { search } = store.getState()
      expect(prices.map(({ query }) => query)).toEqual(
        wanted
          ? [
              {
                channel: search.channelId,
                region: search.regionId,
                nights: String(search.duration),
              },
            ]
          : [],
      )
    },
  )

  it('[PAGE-13] has applied the address to the search before pages are rendered', async () => {
    visit('/results?channel=ukcaravan&region=3&nights=7&adults=4')
    serve(calls)
    const { store, persistor } = prepared()
    await start(store, persistor)
    expect(store.getState().app.ready).toBe(true)
    expect(store.getState().search).toMatchObject({ regionId: '3', duration: 7, adults: 4 })
  })

  it('[ERRC-05] [API-23] is not ready when init fails, and is after a retry', async () => {
    let failing = true
    serve({ ...calls, '/api/initial': () => (failing ? 'no answer' : calls['/api/initial']) })
    const { store, persistor } = prepared()
    await start(store, persistor)
    expect(store.getState().app.ready).toBe(false)
    failing = false
    await loadInit(store)
    expect(store.getState().app.ready).toBe(true)
  })
})

it('shows on a page from the server the search of its address, never a saved one', async () => {
  serve(calls)
  const before = prepared()
  visit('/results?channel=ukcaravan&region=1&nights=4')
  await start(before.store, before.persistor)
  before.persistor.flush()
  visit('/results/all-regions?channel=ukcaravan&region=all-regions&nights=7')
  const { store, persistor } = prepared()
  await openInit(store, window.location)
  const seen = new Set<number>()
  store.subscribe(() => seen.add(store.getState().search.duration))
  await startHydrated(store, persistor)
  expect([...seen]).toEqual([7])
})

it('keeps the saved search on a page from the server without a search, whatever its address', async () => {
  serve(calls)
  const before = prepared()
  visit('/results?channel=ukcaravan&region=1&nights=4')
  await start(before.store, before.persistor)
  before.persistor.flush()
  visit('/terms?utm_source=mail')
  const { store, persistor } = prepared()
  await openInit(store, window.location)
  await startHydrated(store, persistor)
  expect(store.getState()).not.toHaveProperty('search')
  store.addSlices(searchSlices)
  expect(store.getState().search).toMatchObject({ regionId: '1', duration: 4 })
})

it('takes on a page from the server the day and the catalogue of the page, not saved ones', async () => {
  const of = (today: string, name: string) =>
    ok(initData({ today, operators: { ukcaravan: [operator('HAV', name)] } }))
  visit('/region/ukcaravan')
  serve({ ...calls, '/api/initial': of('21/11/2026', 'Havenly') })
  const before = prepared()
  await start(before.store, before.persistor)
  before.persistor.flush()

  serve({ ...calls, '/api/initial': of('23/11/2026', 'New Havenly') })
  const { store, persistor } = prepared()
  await openInit(store, window.location)
  await startHydrated(store, persistor)
  expect(store.getState().data.operators.byId.HAV?.name).toBe('New Havenly')
  const first = { tomorrow: '2026-11-24', arrivalDate: '2026-11-24T00:00:00.000Z' }
  expect(store.getState().search).toMatchObject(first)
  store.dispatch(homeVisited())
  expect(store.getState().search).toMatchObject(first)
})

it.each([
  ['the browser', start],
  ['the server', startHydrated],
])(
  '[PROMO-18] keeps the pass against an older saved state, on a page that %s renders',
  async (_, begin) => {
    serve(calls)
    visit('/region/ukcaravan')
    const slices = { promotion: '{"codeWordsValidated":false,"selectedNewspaper":"SC"}' }
    const entry = { ...slices, _persist: '{"version":1,"rehydrated":true}' }
    sessionStorage.setItem('persist:root', JSON.stringify(entry))
    const { store, persistor } = prepared()
    store.dispatch(passedGate())
    await preparePage(store, window.location.pathname)
    const rendered = new Set<boolean>()
    // React renders in a microtask after a change.
    store.subscribe(() =>
      queueMicrotask(() => rendered.add(store.getState().promotion.codeWordsValidated)),
    )
    await begin(store, persistor)
    expect([...rendered]).toEqual([true])
    expect(store.getState().promotion.selectedNewspaper).toBe('SC')
  },
)

it.each([
  ['the browser', start],
  ['the server', startHydrated],
])('[NEWS-13] knows who has signed up for deals, on a page that %s renders', async (_, begin) => {
  serve(calls)
  writeSignedUp()
  onTestFinished(() => localStorage.clear())
  const { store, persistor } = prepared()
  expect(store.getState().deals.signedUpForDeals).toBe(false)
  await begin(store, persistor)
  expect(store.getState().deals.signedUpForDeals).toBe(true)
})

describe('a booking that begins while a page from the server starts', () => {
  const park = '/holidays/HV101/gannet-sands'
  const params = {
    unitId: 'new',
    party: { adults: 2, children: 0, under5s: 0, petFriendly: false },
    parkBookingUrl: park,
    channelId: 'ukcaravan',
    parkId: 'HV101',
    parkName: 'Gannet Sands',
  }

  /** The store of a park page that has just been hydrated; an older booking is saved. */
  async function hydrated(saved: Readonly<Record<string, string>> = {}, unitId = 'old') {
    serve({ ...calls, '/api/book': ok(bookAnswer()) })
    visit(park)
    const booking = JSON.stringify({
      type: 'new',
      bookingId: 'old',
      unitId,
      promo: false,
      parkId: 'HV7',
      stepsCompleted: ['EXTRAS'],
    })
    const entry = { booking, ...saved, _persist: '{"version":1,"rehydrated":true}' }
    sessionStorage.setItem('persist:root', JSON.stringify(entry))
    const { store, persistor } = prepared()
    await preparePage(store, window.location.pathname)
    await openInit(store, window.location)
    return { store, persistor }
  }

  /** What 'Book' does: the slices of the booking come with it. */
  async function book(store: ReturnType<typeof prepared>['store']) {
    await addBookingSlices(store as never)
    return store.dispatch(startBooking(params))
  }

  it.each([
    ['before, with the slices', 'old', true],
    ['while the saved state is restored', 'old', false],
    ['while a saved one of the same unit is restored', params.unitId, false],
  ])(
    'is kept when it begins %s, and the saved one does not replace it',
    async (_, unitId, before) => {
      const { store, persistor } = await hydrated({}, unitId)
      if (before) await addBookingSlices(store as never)
      const booking = before ? store.dispatch(startBooking(params)) : undefined
      const starting = startHydrated(store, persistor)
      const later = booking ?? book(store)
      await starting
      expect(await later).toMatchObject({ kind: 'started' })
      const { bookingId, parkId, stepsCompleted } = store.getState().booking
      expect({ bookingId, parkId, stepsCompleted }).toEqual({
        bookingId: bookAnswer().booking.bookId,
        parkId: 'HV101',
        stepsCompleted: [],
      })
    },
  )

  it('is all that stays: a saved one ends, because its pages were left', async () => {
    const { store, persistor } = await hydrated()
    await startHydrated(store, persistor)
    await vi.waitFor(() => expect(store.getState().booking).toMatchObject({ stepsCompleted: [] }))
    expect(store.getState().booking.bookingId).toBeUndefined()
  })

  it('does not get the saved search on a page without a query to which the visitor has gone since', async () => {
    const { store, persistor } = await hydrated({ search: '{"regionId":"3","duration":14}' })
    const starting = startHydrated(store, persistor)
    visit('/region/ukcaravan')
    const { regionId, duration } = store.getState().search
    await starting
    expect(store.getState().search).toMatchObject({ regionId, duration })
    expect(duration).not.toBe(14)
  })

  it('does not have its address replaced on a page to which the visitor has gone since', async () => {
    const { store, persistor } = await hydrated()
    const starting = startHydrated(store, persistor)
    visit('/results?channel=ukcaravan&region=3&nights=4')
    await starting
    expect(store.getState().search).toMatchObject({ regionId: '3', duration: 4 })
  })
})
