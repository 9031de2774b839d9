import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { Choice } from '../consent'
import { accept } from '../../test/accept'

const KEY = 'gbFeaturesCache'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const settings = {
  host: 'https://flags.example',
  clientKey: 'sdk-mt',
  isWorldpayOn: true,
  isPaypalOn: true,
}

/** A stream of the fake host, as the browser's EventSource. */
class Stream {
  static all: Stream[] = []
  closed = false
  static readonly CLOSED = 2
  readyState = 1
  private listeners = new Map<string, (event: { type: string; data: string }) => void>()
  constructor(readonly url: string) {
    Stream.all.push(this)
  }
  addEventListener(type: string, listener: (event: { type: string; data: string }) => void) {
    this.listeners.set(type, listener)
  }
  removeEventListener(type: string) {
    this.listeners.delete(type)
  }
  close() {
    this.closed = true
  }
  /** Ends for good, as when its host refuses it. */
  refuse() {
    this.readyState = Stream.CLOSED
    this.closed = true
    this.fail()
  }
  /** Loses its connection. A browser then reconnects. */
  fail() {
    this.send('error')
  }
  send(type: string) {
    this.listeners.get(type)?.({ type, data: '' })
  }
  push(data: string) {
    this.listeners.get('features')?.({ type: 'features', data })
  }
}

type Reply = () => Promise<Response>
let requests: string[] = []
let reply: Reply
let listening: MockInstance<Document['addEventListener']>

let version = 0
/** The body of the features answer, with the card provider's flag. */
function body(on: unknown): string {
  const dateUpdated = new Date(Date.now() + ++version).toISOString()
  return JSON.stringify({ status: 200, features: { isWorldpayOn: on }, dateUpdated })
}
const off = () => body({ defaultValue: false })
const answering =
  (text: string, status = 200): Reply =>
  async () =>
    Promise.resolve(new Response(text, { status, headers: { 'x-sse-support': 'enabled' } }))
const never: Reply = () => new Promise(() => undefined)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'gbuuid=; Max-Age=0; Path=/; Secure'
  requests = []
  Stream.all = []
  reply = answering(off())
  vi.spyOn(console, 'warn').mockReturnValue()
  listening = vi.spyOn(document, 'addEventListener')
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return reply()
  })
})
afterEach(() => {
  vi.useRealTimers()
  // The pages of a test end with it.
  for (const [type, listener] of listening.mock.calls) document.removeEventListener(type, listener)
})

/**
 * Opens a page: all code is reloaded. `during` are the choices that the visitor makes while the
 * client starts. Resolves when it has started or given up waiting.
 */
async function openPage({
  consent = 'accepted' as Choice,
  own = {},
  query = '',
  during = [] as Choice[],
  withRules = true,
} = {}) {
  vi.resetModules()
  const [
    { startClient },
    { flagsReducer, selectFlag },
    consenting,
    { initCall },
    campaign,
    events,
  ] = await Promise.all([
    import('./client'),
    import('./state'),
    import('../consent'),
    import('../catalogue'),
    import('../campaign'),
    import('../analytics'),
    // Here already when a flag has rules: no clock says when a module comes.
    withRules && import('./rules'),
  ])
  const reducer = {
    flags: flagsReducer,
    consent: consenting.consentReducer,
    campaign: campaign.campaignReducer,
  }
  const store = configureStore({ reducer })
  const flags = { ...settings, ...own }
  store.dispatch(accept(initCall, undefined, { flags } as never))
  store.dispatch(consenting.consentRead(consent))
  store.dispatch(campaign.landed(query))
  const starting = startClient(store, flags)
  const choose = (choice: Choice) => store.dispatch(consenting.chosen(choice))
  for (const choice of during) choose(choice)
  await vi.advanceTimersByTimeAsync(2100)
  const client = await starting
  return {
    client,
    choose,
    acceptAnalytics: events.acceptAnalytics,
    isCardOn: () => selectFlag(store.getState(), 'isWorldpayOn'),
  }
}

/** What is kept of the host: by default flags that leave the card provider on. */
function entryOf({ at = '2026-11-22T11:59:59Z', data = JSON.parse(body({})) as unknown } = {}) {
  const kept = { data, at: Date.parse(at), streams: true }
  return JSON.stringify([['https://flags.example||sdk-mt', kept]])
}

describe('the cache of flags', () => {
  it('[FLAG-04] is used for a minute without a new request', async () => {
    await openPage()
    expect(requests).toEqual(['https://flags.example/api/features/sdk-mt'])
    reply = answering(body({ defaultValue: true }))
    await vi.advanceTimersByTimeAsync(50_000)
    const second = await openPage()
    expect(requests).toHaveLength(1)
    expect(second.isCardOn()).toBe(false)
    await vi.advanceTimersByTimeAsync(MINUTE)
    const third = await openPage()
    expect(requests).toHaveLength(2)
    expect(third.isCardOn()).toBe(true)
  })

  it('[FLAG-05] is not used when it is older than four hours', async () => {
    await openPage()
    reply = never
    await vi.advanceTimersByTimeAsync(4 * HOUR - 5 * MINUTE)
    expect((await openPage()).isCardOn()).toBe(false)
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect((await openPage()).isCardOn()).toBe(true)
  })

  it('[FLAG-06] holds ten entries: an eleventh drops the oldest', async () => {
    const entries = Array.from({ length: 10 }, (_, n) => [
      `https://flags.example||sdk-${n}`,
      { data: { features: {} }, at: Date.now() + n * 1000, streams: false },
    ])
    localStorage.setItem(KEY, JSON.stringify(entries))
    await openPage()
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string][]
    expect(kept.map(([key]) => key.split('||')[1])).toEqual([
      ...Array.from({ length: 9 }, (_, n) => `sdk-${n + 1}`),
      'sdk-mt',
    ])
  })

  it.each([
    ['no JSON', '{'],
    ['no list', '{"a":1}'],
    ['a list of others', '[1,null,["https://flags.example||sdk-mt"]]'],
    ['flags of a time to come', entryOf({ at: '2026-11-22T12:00:10Z' })],
    ['no flags', entryOf({ data: { status: 200 } })],
  ])('that cannot be read is ignored, and replaced: %s', async (_, kept) => {
    localStorage.setItem(KEY, kept)
    expect((await openPage()).isCardOn()).toBe(false)
    expect(requests).toHaveLength(1)
    expect((await openPage()).isCardOn()).toBe(false)
    expect(requests).toHaveLength(1)
  })

  it('is not written before the visitor agrees', async () => {
    await openPage({ consent: 'unknown' })
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(document.cookie).not.toContain('gbuuid')
  })
})

describe('a choice while the client starts', () => {
  it('[FLAG-07] OK stores the id, and experiments run', async () => {
    const rules = [{ variations: [false, false], weights: [1, 0], hashAttribute: 'id' }]
    reply = answering(body({ defaultValue: true, rules }))
    const waiting = await openPage({ consent: 'unknown' })
    expect(waiting.isCardOn()).toBe(true)
    const { isCardOn } = await openPage({ consent: 'unknown', during: ['accepted'] })
    expect(document.cookie).toContain('gbuuid=')
    expect(isCardOn()).toBe(false)
  })

  it('Reject removes the id', async () => {
    await openPage({ during: ['rejected'] })
    expect(document.cookie).not.toContain('gbuuid')
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('that changes again leaves one client and one stream', async () => {
    const { isCardOn } = await openPage({ during: ['rejected', 'accepted'] })
    expect(Stream.all.filter(({ closed }) => !closed)).toHaveLength(1)
    Stream.all.find(({ closed }) => !closed)?.push(body({ defaultValue: true }))
    await vi.advanceTimersByTimeAsync(0)
    expect(isCardOn()).toBe(true)
  })
})

describe('the campaign', () => {
  it('[FLAG-09] is known to the flags, and stored in another place only', async () => {
    const rules = [{ condition: { utmSource: 'news', utmTerm: 'sea' }, force: false }]
    reply = answering(body({ defaultValue: true, rules }))
    const query = '?utm_source=news&utm_term=sea&utm_id=7'
    expect((await openPage({ query })).isCardOn()).toBe(false)
    expect(sessionStorage).toHaveLength(0)
    localStorage.clear()
    expect((await openPage({ query: '?utm_source=news' })).isCardOn()).toBe(true)
  })
})

describe('an experiment', () => {
  const rules = [
    { key: 'logo', variations: [false, true], weights: [1, 0], hashAttribute: 'id' },
    { condition: { pageTitle: 'Gannet Sands' }, force: true },
  ]
  const viewed = () =>
    ((window as { dataLayer?: { event?: string }[] }).dataLayer ?? []).filter(
      ({ event }) => event === 'experiment_viewed',
    )

  it('[FLAG-12] is reported once in a document, however often flags are evaluated', async () => {
    const before = viewed().length
    reply = answering(body({ defaultValue: true, rules }))
    const { client, isCardOn, acceptAnalytics } = await openPage()
    expect(isCardOn()).toBe(false)
    document.title = 'Another page'
    await vi.advanceTimersByTimeAsync(0)
    await client.refresh()
    acceptAnalytics()
    expect(viewed().slice(before)).toEqual([
      { event: 'experiment_viewed', experimentId: 'logo', variationId: '0' },
    ])
  })

  it('does not keep other flags from their values when its code cannot be loaded', async () => {
    vi.doMock('./rules', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    reply = answering(
      JSON.stringify({
        features: {
          isWorldpayOn: { defaultValue: false },
          isPaypalOn: { defaultValue: true, rules },
        },
      }),
    )
    const { isCardOn } = await openPage({ withRules: false })
    vi.doUnmock('./rules')
    expect(isCardOn()).toBe(false)
  })
})

describe('two tabs', () => {
  it('have one id after OK', async () => {
    const { choose } = await openPage({ consent: 'unknown' })
    document.cookie = 'gbuuid=of-the-other-tab; Path=/; Secure'
    choose('accepted')
    expect(document.cookie).toContain('gbuuid=of-the-other-tab')
  })
})

describe('the page', () => {
  it('[FLAG-08] is known by the title that it has now, also where that comes late', async () => {
    const rules = [{ condition: { pageTitle: 'Gannet Sands' }, force: false }]
    reply = answering(body({ defaultValue: true, rules }))
    document.title = 'Loading'
    const { isCardOn } = await openPage()
    expect(isCardOn()).toBe(true)
    document.title = 'Gannet Sands'
    await vi.waitFor(() => expect(isCardOn()).toBe(false))
  })
})

describe('the stream', () => {
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'visibilityState', {
      value: hidden ? 'hidden' : 'visible',
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }

  it('[FLAG-03] pauses when the page was hidden for 20 seconds, until it is visible', async () => {
    await openPage()
    expect(Stream.all.map(({ url }) => url)).toEqual(['https://flags.example/sub/sdk-mt'])
    hide(true)
    await vi.advanceTimersByTimeAsync(19_900)
    expect(Stream.all[0]?.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(Stream.all[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(Stream.all).toHaveLength(1)
    hide(false)
    expect(Stream.all).toHaveLength(2)
    // Hidden for a moment, it stays.
    hide(true)
    await vi.advanceTimersByTimeAsync(10_000)
    hide(false)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(Stream.all[1]?.closed).toBe(false)
  })

  it('brings changes, and survives what cannot be read', async () => {
    const { isCardOn } = await openPage()
    const [stream] = Stream.all
    stream?.push(body({ defaultValue: true }))
    await vi.advanceTimersByTimeAsync(0)
    expect(isCardOn()).toBe(true)
    stream?.push('{"features":')
    stream?.push(off())
    await vi.advanceTimersByTimeAsync(0)
    expect(isCardOn()).toBe(false)
  })

  it('knows more than an answer that was asked for before', async () => {
    const { client, isCardOn } = await openPage()
    let answer: (response: Response) => void = () => {}
    reply = () => new Promise<Response>((resolve) => (answer = resolve))
    const refreshed = client.refresh()
    Stream.all[0]?.push(body({ defaultValue: true }))
    await vi.advanceTimersByTimeAsync(0)
    answer(new Response(off()))
    await refreshed
    expect(isCardOn()).toBe(true)
  })

  it('is opened again, ever later, after its host has refused it', async () => {
    await openPage()
    for (let n = 1; n < 12; n++) {
      Stream.all.at(-1)?.refuse()
      const least = Math.min(2 ** n * 1000, 5 * MINUTE)
      await vi.advanceTimersByTimeAsync(least - 100)
      expect(Stream.all).toHaveLength(n)
      await vi.advanceTimersByTimeAsync(least + 100)
    }
    expect(Stream.all).toHaveLength(12)
    expect(Stream.all.at(-1)?.closed).toBe(false)
  })

  it('is left to the browser for three errors in a row, and then opened again later', async () => {
    await openPage()
    for (let n = 0; n < 3; n++) Stream.all[0]?.fail()
    expect(Stream.all[0]?.closed).toBe(false)
    Stream.all[0]?.fail()
    expect(Stream.all[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(15_900)
    expect(Stream.all).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(16_100)
    expect(Stream.all).toHaveLength(2)
  })

  it('says that the flags have changed: they are read', async () => {
    const { isCardOn } = await openPage()
    reply = answering(body({ defaultValue: true }))
    Stream.all[0]?.send('features-updated')
    await vi.advanceTimersByTimeAsync(0)
    expect(isCardOn()).toBe(true)
  })

  it('is not opened again while the page is hidden', async () => {
    await openPage()
    hide(true)
    Stream.all[0]?.refuse()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(Stream.all).toHaveLength(1)
    hide(false)
    expect(Stream.all).toHaveLength(2)
  })
})

describe('flags that are encrypted', () => {
  /** A features answer encrypted with AES-CBC, as GrowthBook does. */
  async function encrypted(key: Uint8Array<ArrayBuffer>, features: unknown): Promise<string> {
    const iv = new Uint8Array(16)
    const secret = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt'])
    const text = new TextEncoder().encode(JSON.stringify(features))
    const hidden = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, secret, text)
    const base64 = (bytes: Uint8Array) => btoa(String.fromCodePoint(...bytes))
    return JSON.stringify({
      features: {},
      encryptedFeatures: `${base64(iv)}.${base64(new Uint8Array(hidden))}`,
    })
  }
  const keyOf = (byte: number) => new Uint8Array(16).fill(byte)
  const text = (key: Uint8Array) => btoa(String.fromCodePoint(...key))

  it('are read with the key, and stay as they were without it', async () => {
    reply = answering(await encrypted(keyOf(7), { isWorldpayOn: { defaultValue: false } }))
    const { isCardOn } = await openPage({ own: { decryptionKey: text(keyOf(7)) } })
    await vi.waitFor(() => expect(isCardOn()).toBe(false))
    localStorage.clear()
    const own = { decryptionKey: text(keyOf(8)), isWorldpayOn: false }
    const wrong = await openPage({ own })
    await vi.advanceTimersByTimeAsync(5000)
    expect(wrong.isCardOn()).toBe(false)
  })
})

describe('flags that cannot be read', () => {
  it.each([
    ['a host that never answers', never],
    ['a dead host', () => Promise.reject(new TypeError('fetch failed'))],
    ['an error', answering('oops', 500)],
    ['an unknown client key', answering('{"status":400,"error":"Unknown client key"}', 400)],
    ['what is not JSON', answering('<html>')],
    ['no flags', answering('{"status":200}')],
    ['a flag that is unknown', answering('{"features":{}}')],
    ['a flag that is null', answering('{"features":{"isWorldpayOn":null}}')],
    ['flags that are a text', answering('{"features":"none"}')],
  ] as [string, Reply][])(
    '[FLAG-10] [PAYFAIL-67] leave the card provider on: %s',
    async (_, how) => {
      reply = how
      const { client, isCardOn } = await openPage()
      expect(isCardOn()).toBe(true)
      void client.refresh()
      await vi.advanceTimersByTimeAsync(600)
      expect(isCardOn()).toBe(true)
    },
  )

  it('[FLAG-10] a flag that the service does not have any more has its default again', async () => {
    const { client, isCardOn } = await openPage()
    expect(isCardOn()).toBe(false)
    reply = answering(JSON.stringify({ features: {}, dateUpdated: new Date().toISOString() }))
    await client.refresh()
    expect(isCardOn()).toBe(true)
  })

  it('[PAYFAIL-67] leave the last known value', async () => {
    const { client, isCardOn } = await openPage()
    expect(isCardOn()).toBe(false)
    reply = answering('oops', 500)
    await client.refresh()
    expect(isCardOn()).toBe(false)
    // What the server knew when it made the page.
    localStorage.clear()
    expect((await openPage({ own: { isWorldpayOn: false } })).isCardOn()).toBe(false)
  })
})
