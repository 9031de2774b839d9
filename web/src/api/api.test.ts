import { configureStore, type Middleware } from '@reduxjs/toolkit'
import { describe, expect, it, vi } from 'vitest'
import { brand } from '../brands'
import { brandOf } from '../test/brands'
import { holdAnswers } from '../test/held-server'
import { ok, serve } from '../test/server'
import { answerFrom, sendThrough } from './answers'
import { defineCall } from './call'
import { errorMessages, loadErrorText, NETWORK_ERROR } from './messages'
import {
  clearRequestErrors,
  requestsReducer,
  selectIsFetching,
  selectRequestError,
} from './requests'
import { encode } from './transport'

const regions = defineCall<{ channel: string }, { regions: object }>({
  name: 'regions',
  path: '/api/channelregions',
  key: ({ channel }) => channel,
})
const lookup = defineCall<Record<string, string>, object>({
  name: 'previousBooking',
  method: 'POST',
  path: '/api/getMyBooking',
})

/** A store, and the types of the actions dispatched to it. */
function storeWithPhases() {
  const phases: string[] = []
  const listen: Middleware = () => (next) => (action) => {
    phases.push((action as { type: string }).type)
    return next(action)
  }
  const store = configureStore({
    reducer: { requests: requestsReducer },
    middleware: (defaults) => defaults().concat(listen),
  })
  return { store, phases }
}

/** Records the arguments of every fetch. Each is answered with an empty success. */
function recordFetches(): [url: string, init?: RequestInit][] {
  const sent: [string, RequestInit?][] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    sent.push([url, init])
    return Promise.resolve(Response.json({ success: 1, data: {} }))
  })
  return sent
}

describe('a call', () => {
  it('[PAGE-14] [API-08] goes from REQUEST to SUCCESS with the content of data', async () => {
    serve({ '/api/channelregions': ok({ regions: {} }) })
    const { store, phases } = storeWithPhases()
    const running = store.dispatch(regions.run({ channel: 'boats' }))
    expect(selectIsFetching(store.getState(), 'regions:boats')).toBe(true)
    expect(await running).toEqual({ ok: true, data: { regions: {} } })
    expect(phases).toEqual(['regions/REQUEST', 'regions/SUCCESS'])
    expect(store.getState().requests).toEqual({})
  })

  it('[PAGE-14] [PAGE-16] [API-05] goes from REQUEST to FAILURE with errors and status, and RESET ends it', async () => {
    serve({
      '/api/channelregions': {
        status: 400,
        body: { success: 0, errors: [{ message: 'No such channel', code: 'INVALID_CHANNEL' }] },
      },
    })
    const { store, phases } = storeWithPhases()
    await store.dispatch(regions.run({ channel: 'x' }))
    expect(phases).toEqual(['regions/REQUEST', 'regions/FAILURE'])
    expect(selectIsFetching(store.getState(), 'regions:x')).toBe(false)
    expect(selectRequestError(store.getState(), 'regions:x')).toEqual({
      errors: [{ message: 'No such channel', code: 'INVALID_CHANNEL' }],
      status: 400,
    })
    store.dispatch(regions.reset({ channel: 'x' }))
    expect(phases.at(-1)).toBe('regions/RESET')
    expect(store.getState().requests).toEqual({})
  })

  it('[PAGE-14] [API-06] goes from REQUEST to CANCELLED with status -1 and shows nothing', async () => {
    serve({ '/api/channelregions': ok({ regions: {} }) })
    const { store, phases } = storeWithPhases()
    const abort = new AbortController()
    const running = store.dispatch(regions.run({ channel: 'boats' }, { signal: abort.signal }))
    abort.abort()
    expect(await running).toEqual({ ok: false, error: { errors: [], status: -1 } })
    expect(phases).toEqual(['regions/REQUEST', 'regions/CANCELLED'])
    expect(store.getState().requests['regions:boats']?.error?.status).toBe(-1)
    expect(selectRequestError(store.getState(), 'regions:boats')).toBeUndefined()
  })

  it('keeps running when an earlier, cancelled start of the same request ends', async () => {
    serve({ '/api/channelregions': ok({ regions: {} }) })
    const { store } = storeWithPhases()
    const abort = new AbortController()
    const first = store.dispatch(regions.run({ channel: 'boats' }, { signal: abort.signal }))
    abort.abort()
    const second = store.dispatch(regions.run({ channel: 'boats' }))
    await first
    await second
    expect(store.getState().requests).toEqual({})
  })

  it.each([
    [
      'success 0 with status 200, [API-04]',
      { body: { success: 0, errors: [{ message: 'No' }] } },
      200,
    ],
    ['a body that is not JSON', { body: '<html>' }, 200],
    ['a status other than 2xx', { status: 503, body: { success: 1, data: {} } }, 503],
  ] as const)('fails on %s', async (_, answer, status) => {
    serve({ '/api/channelregions': answer })
    const result = await storeWithPhases().store.dispatch(regions.run({ channel: 'boats' }))
    expect(result).toMatchObject({ ok: false, error: { status } })
  })

  it('reads the number of items of a list from its header, by request and in the page', async () => {
    const list = defineCall<void, string[]>({
      name: 'list',
      path: '/cms/list?per_page=1',
      bare: true,
      read: (data, total) => [...(data as string[]), total ?? 'none'],
    })
    const headers = { 'X-WP-Total': '24' }
    serve({ '/cms/list': { headers, body: ['a'] } })
    const { store } = storeWithPhases()
    expect(await store.dispatch(list.run())).toMatchObject({ data: ['a', '24'] })
    const inPage = { call: '/cms/list?per_page=1', params: {}, status: 200, body: ['b'] }
    store.dispatch(sendThrough(answerFrom([{ ...inPage, headers }])))
    expect(await store.dispatch(list.run())).toMatchObject({ data: ['b', '24'] })
    store.dispatch(sendThrough(answerFrom([inPage])))
    expect(await store.dispatch(list.run())).toMatchObject({ data: ['b', 'none'] })
  })

  it('fails with status 0 and no errors when there is no answer', async () => {
    serve({ '/api/channelregions': 'no answer' })
    const result = await storeWithPhases().store.dispatch(regions.run({ channel: 'boats' }))
    expect(result).toEqual({ ok: false, error: { errors: [], status: 0 } })
  })

  it('[API-01] sends GET parameters as query, without a body and without undefined values', async () => {
    const sent = recordFetches()
    const search = defineCall<Record<string, string | undefined>, object>({
      name: 'x',
      path: '/api/x',
    })
    await storeWithPhases().store.dispatch(
      search.run({ channel: 'boats', region: undefined, q: 'a b&c' }),
    )
    await storeWithPhases().store.dispatch(search.run({ region: undefined }))
    const [[url, init] = [''], [urlWithoutQuery] = ['']] = sent
    expect(url).toBe('/api/x?channel=boats&q=a+b%26c')
    expect(init?.method ?? 'GET').toBe('GET')
    expect(init?.body).toBeUndefined()
    expect(urlWithoutQuery).toBe('/api/x')
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    '[API-02] sends the parameters of %s as a form of several parts, whose boundary the browser sets',
    async (method) => {
      const sent = recordFetches()
      const save = defineCall<Record<string, string | undefined>, object>({
        name: 'x',
        method,
        path: '/api/x',
      })
      await storeWithPhases().store.dispatch(
        save.run({ bookingId: 'H1', surname: 'Ng', gone: undefined }),
      )
      const [[url, init] = ['']] = sent
      expect(url).toBe('/api/x')
      expect(init?.method).toBe(method)
      if (!(init?.body instanceof FormData)) throw new Error('it sent no form')
      expect([...init.body]).toEqual([
        ['bookingId', 'H1'],
        ['surname', 'Ng'],
      ])
      expect(new Headers(init.headers).has('Content-Type')).toBe(false)
    },
  )

  it.each([
    ['true', '/mocks/regions.json'],
    ['', '/api/channelregions?channel=boats'],
  ])('[API-09] reads a mocks file only in mocks mode: %j', async (mode, expected) => {
    vi.stubEnv('VITE_MOCKS', mode)
    vi.resetModules()
    const fresh = await import('./call')
    const sent = recordFetches()
    const call = fresh.defineCall<{ channel: string }, object>({
      name: 'regions',
      path: '/api/channelregions',
    })
    const store = storeWithPhases()
    await store.store.dispatch(call.run({ channel: 'boats' }))
    expect(sent.map(([url]) => url)).toEqual([expected])
    expect(store.phases).toEqual(['regions/REQUEST', 'regions/SUCCESS'])
    vi.unstubAllEnvs()
  })

  it('[API-16] sends each path to the brand’s own base address; no screen knows a path', async () => {
    const sent = recordFetches()
    for (const siteCode of ['BF', 'SN', 'MT', 'RP'] as const) {
      expect(typeof brandOf(siteCode).configuration.api.baseUrl).toBe('string')
      brand.api.baseUrl = `https://${siteCode}.example`
      await storeWithPhases().store.dispatch(regions.run({ channel: 'boats' }))
    }
    brand.api.baseUrl = ''
    expect(sent.map(([url]) => url)).toEqual(
      ['BF', 'SN', 'MT', 'RP'].map(
        (code) => `https://${code}.example/api/channelregions?channel=boats`,
      ),
    )
    const screens = import.meta.glob<string>('../**/*.tsx', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const filesWithPaths = Object.entries(screens).filter(
      ([file, text]) => !/\.test\.|\/test\//.test(file) && /['"`]\/api\//.test(text),
    )
    expect(Object.keys(screens).length).toBeGreaterThan(50)
    expect(filesWithPaths.map(([file]) => file)).toEqual([])
  })

  it('sends GET parameters as query, POST parameters as form fields', async () => {
    const requests = serve({})
    const { store } = storeWithPhases()
    await store.dispatch(regions.run({ channel: 'boats' }))
    await store.dispatch(lookup.run({ bookingId: 'H1', surname: 'Ng' }))
    expect(requests[0]).toMatchObject({ method: 'GET', query: { channel: 'boats' } })
    expect(requests[1]).toMatchObject({
      method: 'POST',
      query: {},
      form: { bookingId: 'H1', surname: 'Ng' },
    })
  })

  it('leaves out undefined, null and empty lists, joins lists by commas, writes flags as Y or N and maps by key', () => {
    expect(
      encode({
        a: undefined,
        b: null,
        c: [],
        d: [1, 2],
        e: true,
        f: false,
        g: { LIN: 2, COT: '1' },
        h: '',
      }),
    ).toEqual([
      ['d', '1,2'],
      ['e', 'Y'],
      ['f', 'N'],
      ['g[LIN]', '2'],
      ['g[COT]', '1'],
      ['h', ''],
    ])
  })

  it('[PAGE-15] keeps no passwd and no personal data in the state with an error', async () => {
    serve({})
    const { store } = storeWithPhases()
    await store.dispatch(
      lookup.run({
        bookingId: 'H1',
        passwd: 'secret',
        surname: 'Ng',
        postcode: 'AB1 2CD',
        email: 'a@b.cd',
      }),
    )
    const { requests } = store.getState()
    expect(requests.previousBooking?.error).toBeDefined()
    for (const text of ['secret', 'Ng', 'AB1 2CD', 'a@b.cd'])
      expect(JSON.stringify(requests)).not.toContain(text)
  })

  it('[PAGE-04] loses its error when errors are cleared, but stays in the state while it is running', async () => {
    serve({})
    const { store } = storeWithPhases()
    await store.dispatch(regions.run({ channel: 'x' }))
    const running = store.dispatch(regions.run({ channel: 'boats' }))
    store.dispatch(clearRequestErrors())
    expect(Object.keys(store.getState().requests)).toEqual(['regions:boats'])
    await running
  })
})

describe('error texts', () => {
  it('[ERRC-01] blame the network when there is no list of errors', () => {
    expect(NETWORK_ERROR).toBe(
      'Network error. Please check your internet connection and try again.',
    )
    expect(errorMessages({ errors: [], status: 0 })).toEqual([NETWORK_ERROR])
    expect(errorMessages({ errors: [], status: 500 })).toEqual([NETWORK_ERROR])
  })

  const errors = [
    { message: 'Booking failed', code: '17' },
    { message: 'Please try later' },
    { message: 'Booking failed', code: '17' },
  ]

  it('[ERRC-02] contain every message in order, without the network error', () => {
    expect(errorMessages({ errors, status: 409 })).toEqual(['Booking failed', 'Please try later'])
  })

  it('[ERRC-03] contain the errors’ codes only when codes are requested', () => {
    expect(errorMessages({ errors, status: 500 }, true)).toEqual([
      'Booking failed (code 17)',
      'Please try later',
    ])
    expect(errorMessages({ errors, status: 500 }, false)[0]).toBe('Booking failed')
  })

  it('are empty for a cancelled request', () => {
    expect(errorMessages({ errors: [], status: -1 }, true)).toEqual([])
    expect(loadErrorText({ errors: [], status: -1 }, 'Own')).toBeUndefined()
  })

  it('of a failed load are the screen’s own text, followed by the network error when there was no answer', () => {
    expect(loadErrorText({ errors: [{ message: 'x' }], status: 500 }, 'Own')).toBe('Own')
    expect(loadErrorText({ errors: [], status: 0 }, 'Own')).toBe(`Own\n${NETWORK_ERROR}`)
  })
})

describe('a call made while another is running', () => {
  const latestCall = defineCall<{ q: string }, { found: string }>({
    name: 'names',
    path: '/api/parks',
    latest: true,
  })
  const onceCall = defineCall<{ channel: string }, object>({
    name: 'regions',
    path: '/api/channelregions',
    key: ({ channel }) => channel,
    once: true,
  })
  const cancelled = { ok: false, error: { errors: [], status: -1 } }

  it('`latest`: a newer call replaces the earlier one, whose answer changes nothing, however late', async () => {
    const server = holdAnswers()
    const { store, phases } = storeWithPhases()
    const first = store.dispatch(latestCall.run({ q: 'ga' }))
    const second = store.dispatch(latestCall.run({ q: 'gan' }))
    expect(await first).toEqual(cancelled)
    const [one, two] = server.all('/api/parks', 2)
    expect(one.cancelled()).toBe(true)
    await two.answer({ found: 'gan' })
    expect(await second).toEqual({ ok: true, data: { found: 'gan' } })
    await one.answer({ found: 'ga' })
    expect(phases).toEqual(['names/REQUEST', 'names/CANCELLED', 'names/REQUEST', 'names/SUCCESS'])
    expect(store.getState().requests).toEqual({})
  })

  it('`latest`: the answer to the earlier call does not end the newer call', async () => {
    const server = holdAnswers()
    const { store } = storeWithPhases()
    void store.dispatch(latestCall.run({ q: 'ga' }))
    void store.dispatch(latestCall.run({ q: 'gan' }))
    await server.pending('/api/parks').refuse(500)
    expect(selectIsFetching(store.getState(), 'names')).toBe(true)
    expect(selectRequestError(store.getState(), 'names')).toBeUndefined()
  })

  it('`once`: equal calls share one request and its answer; a different call has its own request', async () => {
    const server = holdAnswers()
    const { store, phases } = storeWithPhases()
    const both = [1, 2].map(() => store.dispatch(onceCall.run({ channel: 'boats' })))
    void store.dispatch(onceCall.run({ channel: 'uklodge' }))
    expect(server.to('/api/channelregions')).toHaveLength(2)
    await server.pending('/api/channelregions').answer({ regions: {} })
    expect(await Promise.all(both)).toEqual([1, 2].map(() => ({ ok: true, data: { regions: {} } })))
    expect(phases.filter((type) => type === 'regions/SUCCESS')).toHaveLength(1)
    // A finished call is requested again.
    void store.dispatch(onceCall.run({ channel: 'boats' }))
    expect(server.to('/api/channelregions')).toHaveLength(3)
  })

  it('`once`: when one caller leaves, the other still gets the answer; when all leave, the request ends', async () => {
    const server = holdAnswers()
    const { store } = storeWithPhases()
    const [one, two] = [new AbortController(), new AbortController()]
    const firstCaller = store.dispatch(onceCall.run({ channel: 'boats' }, { signal: one.signal }))
    const secondCaller = store.dispatch(onceCall.run({ channel: 'boats' }, { signal: two.signal }))
    one.abort()
    expect(await firstCaller).toEqual(cancelled)
    expect(server.pending('/api/channelregions').cancelled()).toBe(false)
    two.abort()
    expect(await secondCaller).toEqual(cancelled)
    expect(server.pending('/api/channelregions').cancelled()).toBe(true)
    expect(selectIsFetching(store.getState(), 'regions:boats')).toBe(false)
    // A new call must not join the cancelled request.
    const again = store.dispatch(onceCall.run({ channel: 'boats' }))
    await server.pending('/api/channelregions', 1).answer({ regions: { boats: {} } })
    await server.pending('/api/channelregions').answer({ regions: {} })
    expect(await again).toEqual({ ok: true, data: { regions: { boats: {} } } })
  })

  it('a cancelled call ends at once, and its answer is ignored', async () => {
    const server = holdAnswers()
    const { store, phases } = storeWithPhases()
    const abort = new AbortController()
    const running = store.dispatch(regions.run({ channel: 'boats' }, { signal: abort.signal }))
    abort.abort()
    expect(selectIsFetching(store.getState(), 'regions:boats')).toBe(false)
    await server.pending('/api/channelregions').answer({ regions: {} })
    expect(await running).toEqual(cancelled)
    expect(phases).toEqual(['regions/REQUEST', 'regions/CANCELLED'])
  })

  it('an answer whose data cannot be read is a failure', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    serve({ '/api/x': ok(undefined) })
    const call = defineCall<void, string>({
      name: 'x',
      path: '/api/x',
      read: (data) => (data as { name: string }).name,
    })
    const { store } = storeWithPhases()
    expect(await store.dispatch(call.run())).toEqual({
      ok: false,
      error: { errors: [], status: 0 },
    })
    expect(selectIsFetching(store.getState(), 'x')).toBe(false)
  })
})
