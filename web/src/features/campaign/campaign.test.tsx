import { act, render } from '@testing-library/react'
import { Provider } from 'react-redux'
import { Routed, routerAt } from '../../test/router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { makeStore } from '../../test/render'
import { ok, serve } from '../../test/server'
import { chosen, consentRead } from '../consent'
import { Campaign, landed, savedUtm, utmRestored } from '.'
import { selectUtm } from './campaign'
// Loaded before the clock stands still.
import './CampaignTracking'

const awc = '1001_1772442000_0123456789abcdef0123456789abcdef'

/** A visitor who landed with a query; their calls to the affiliate network are recorded. */
async function visitor({
  query = `?awc=${awc}`,
  choice = 'accepted',
  path = '/',
  fails = 0,
  late,
}: {
  query?: string
  choice?: 'accepted' | 'rejected' | 'unknown'
  path?: string
  fails?: number
  late?: Promise<unknown>
} = {}) {
  let failing = fails
  const requests = serve({
    '/api/awin': async () => {
      await late
      return failing-- > 0 ? 'no answer' : ok({ stored: true })
    },
  })
  const store = makeStore()
  store.dispatch(consentRead(choice))
  store.dispatch(landed(query))
  const router = routerAt(path)
  const view = render(
    <Provider store={store}>
      <Routed history={router.history} routes={[{ path: '*', element: <Campaign /> }]} />
    </Provider>,
  )
  await pass(0)
  return {
    ...view,
    store,
    open: (to: string) => act(() => router.navigate(to)),
    ended: () => requests.map(({ signal }) => signal?.aborted),
    clicks: () => requests.map(({ method, path, search }) => `${method} ${path}${search}`),
  }
}

/** Lets time pass. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const call = `GET /api/awin?awc=${awc}`

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  brand.awin = { enable: true, trackingId: '1001' }
})
afterEach(() => {
  vi.useRealTimers()
  brand.awin = { enable: false, trackingId: '' }
})

describe('the affiliate’s click', () => {
  it('[AFF-02] [AFF-03] is reported 100 ms after the page was opened, and once in a session', async () => {
    const { clicks, open, unmount } = await visitor()
    await pass(99)
    expect(clicks()).toEqual([])
    await pass(1)
    expect(clicks()).toEqual([call])
    await open('/results')
    await pass(1000)
    expect(clicks()).toEqual([call])
    unmount()
    const again = await visitor()
    await pass(1000)
    expect(again.clicks()).toEqual([])
    const other = await visitor({ query: '?awc=1001_2_b' })
    await pass(100)
    expect(other.clicks()).toEqual(['GET /api/awin?awc=1001_2_b'])
  })

  it('[AFF-03] waits 100 ms after each change of the route', async () => {
    const { clicks, open } = await visitor()
    await pass(60)
    await open('/results')
    await pass(60)
    expect(clicks()).toEqual([])
    await pass(40)
    expect(clicks()).toEqual([call])
  })

  it('[AFF-02] is not reported without awc', async () => {
    const { clicks, open } = await visitor({ query: '?utm_source=x' })
    await pass(1000)
    await open('/results')
    await pass(1000)
    expect(clicks()).toEqual([])
  })

  it.each(['/booking/payment', '/booking/confirmation', '/booking/confirmation/'])(
    '[AFF-04] is not reported on %s, but on the next route',
    async (path) => {
      const { clicks, open } = await visitor({ path })
      await pass(1000)
      expect(clicks()).toEqual([])
      await open('/')
      await pass(100)
      expect(clicks()).toEqual([call])
    },
  )

  it('[AFF-05] is not reported when the network is switched off', async () => {
    brand.awin.enable = false
    const { clicks, open } = await visitor()
    await pass(1000)
    await open('/results')
    await pass(1000)
    expect(clicks()).toEqual([])
  })

  it('waits for OK, and Reject drops it', async () => {
    const waiting = await visitor({ choice: 'unknown' })
    await pass(1000)
    expect(waiting.clicks()).toEqual([])
    expect(sessionStorage).toHaveLength(0)
    act(() => void waiting.store.dispatch(chosen('accepted')))
    await pass(100)
    expect(waiting.clicks()).toEqual([call])
    sessionStorage.clear()
    const rejecting = await visitor({ choice: 'unknown' })
    act(() => void rejecting.store.dispatch(chosen('rejected')))
    act(() => void rejecting.store.dispatch(chosen('accepted')))
    await pass(1000)
    expect(rejecting.clicks()).toEqual([])
  })

  it('[COOKIE-05] whose report runs while the visitor rejects is cancelled, and not noted', async () => {
    let answer = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    const { store, clicks, ended } = await visitor({ query: '?awc=1001_4_d', late })
    await pass(100)
    expect(clicks()).toHaveLength(1)
    act(() => void store.dispatch(chosen('rejected')))
    expect(ended()).toEqual([true])
    answer()
    await pass(1000)
    expect(sessionStorage).toHaveLength(0)
  })

  it('that the server did not hear of is reported again on the next route', async () => {
    const { clicks, open } = await visitor({ fails: 1 })
    await pass(100)
    expect(clicks()).toHaveLength(1)
    await open('/results')
    await pass(100)
    expect(clicks()).toEqual([call, call])
  })

  it('is reported once where storage is blocked', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const { clicks, open } = await visitor({ query: '?awc=1001_3_c' })
    await pass(100)
    await open('/results')
    await pass(100)
    expect(clicks()).toEqual(['GET /api/awin?awc=1001_3_c'])
  })
})

describe('marketing parameters', () => {
  it('[AFF-01] are kept, every one whose name begins with utm_; those of the latest landing count', async () => {
    const { store } = await visitor({
      query: `?utm_source=mail&region=12&utm_id=7&utm_x=${'a'.repeat(300)}&xutm_y=1&utm_term=`,
    })
    expect(selectUtm(store.getState())).toEqual({
      utm_source: 'mail',
      utm_id: '7',
      utm_x: 'a'.repeat(200),
      utm_term: '',
    })
    await pass(0)
    // The next document of this tab.
    const next = makeStore()
    next.dispatch(landed('?utm_source=web'))
    next.dispatch(utmRestored(savedUtm()))
    expect(selectUtm(next.getState())).toEqual({
      utm_source: 'web',
      utm_id: '7',
      utm_x: 'a'.repeat(200),
      utm_term: '',
    })
  })

  it('are saved after OK only, and forgotten after Reject', async () => {
    const { store } = await visitor({ query: '?utm_source=mail', choice: 'unknown' })
    await pass(0)
    expect(sessionStorage).toHaveLength(0)
    act(() => void store.dispatch(chosen('accepted')))
    expect(savedUtm()).toEqual({ utm_source: 'mail' })
    act(() => void store.dispatch(chosen('rejected')))
    expect(selectUtm(store.getState())).toEqual({})
  })

  it('that were saved wrongly are ignored', () => {
    for (const wrong of ['{', '"x"', 'null', '[1]', '{"a":"b"}']) {
      sessionStorage.setItem('campaign', wrong)
      expect(savedUtm()).toEqual({})
    }
  })
})
