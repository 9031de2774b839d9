import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brand } from '../../brands'
import { acceptAnalytics, rejectAnalytics, startAnalytics, track } from '.'

/** The scripts of the tag manager in the page. */
const scripts = () => [
  ...document.head.querySelectorAll<HTMLScriptElement>('script[src*="googletagmanager"]'),
]
const layer = () => window.dataLayer ?? []
const isCommand = (entry: unknown) => Object.prototype.toString.call(entry) === '[object Arguments]'
const pending = () => sessionStorage.getItem('pending-events')

/** A document in which tags may run, as the server sends it. */
function documentWithNonce(nonce: string) {
  document.body.innerHTML = '<script type="application/json" id="page-data"></script>'
  const data = document.querySelector<HTMLElement>('#page-data')
  if (data) data.nonce = nonce
}

beforeEach(() => {
  rejectAnalytics()
  sessionStorage.clear()
  window.dataLayer = []
  brand.tagManager.id = 'GTM-1'
  documentWithNonce('abc')
})

afterEach(() => {
  brand.tagManager.id = brand.analytics.id = ''
  for (const script of scripts()) script.remove()
})

describe('the tags', () => {
  it('[ANLY-01] are loaded at start-up with the document’s nonce, each only where it is configured', () => {
    brand.analytics.id = 'G-2'
    startAnalytics('accepted')
    expect(scripts().map(({ src, nonce, async }) => [src, nonce, async])).toEqual([
      ['https://www.googletagmanager.com/gtm.js?id=GTM-1', 'abc', true],
      ['https://www.googletagmanager.com/gtag/js?id=G-2', 'abc', true],
    ])
  })

  it('[ANLY-01] are not loaded without an id, and events work', () => {
    brand.tagManager.id = ''
    startAnalytics('accepted')
    track('toggle_pet_friendly')
    expect(scripts()).toEqual([])
    expect(layer()).toEqual([{ event: 'toggle_pet_friendly' }])
    expect(pending()).toBeNull()
  })

  it('get the consent signals first, as commands, then the events in order', () => {
    startAnalytics('unknown')
    track('search', { search_term: 'Devon' })
    expect(layer()).toEqual([])
    acceptAnalytics()
    track('toggle_pet_friendly')
    const [byDefault, update, start, ...events] = layer()
    expect([byDefault, update].map(isCommand)).toEqual([true, true])
    expect(Array.from(byDefault as ArrayLike<unknown>)).toEqual([
      'consent',
      'default',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
        functionality_storage: 'granted',
        personalization_storage: 'denied',
        security_storage: 'granted',
        wait_for_update: 500,
      },
    ])
    expect(Array.from(update as ArrayLike<unknown>)).toEqual([
      'consent',
      'update',
      {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
    ])
    expect(start).toMatchObject({ event: 'gtm.js' })
    expect(events).toEqual([
      { event: 'search', search_term: 'Devon' },
      { event: 'toggle_pet_friendly' },
    ])
  })

  it('lose no event when the document ends before they have loaded', async () => {
    startAnalytics('accepted')
    track('search', { search_term: 'Devon' })
    track('toggle_pet_friendly')
    // The next document begins, and its tag manager loads.
    window.dataLayer = []
    scripts()[0]?.remove()
    startAnalytics('accepted')
    const events = [{ event: 'search', search_term: 'Devon' }, { event: 'toggle_pet_friendly' }]
    expect(layer().slice(3)).toEqual(events)
    scripts()[0]?.dispatchEvent(new Event('load'))
    await vi.waitFor(() => expect(pending()).toBeNull(), { timeout: 5000 })
    track('switched_to_results_map_view')
    expect(layer().slice(3)).toEqual([...events, { event: 'switched_to_results_map_view' }])
    expect(pending()).toBeNull()
  })

  it('leave nothing behind where the browser blocks them', async () => {
    startAnalytics('accepted')
    track('toggle_pet_friendly')
    scripts()[0]?.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(pending()).toBeNull(), { timeout: 5000 })
  })

  it('learn of the withdrawal, and then get nothing', () => {
    startAnalytics('accepted')
    expect(rejectAnalytics()).toBe(true)
    const last = layer().at(-1)
    expect(isCommand(last)).toBe(true)
    expect(Array.from(last as ArrayLike<unknown>)).toEqual([
      'consent',
      'update',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
      },
    ])
    track('toggle_pet_friendly')
    expect(layer().at(-1)).toBe(last)
    expect(sessionStorage).toHaveLength(0)
  })

  it('do not start in a document that was made for a visitor who had rejected; events wait', () => {
    documentWithNonce('')
    startAnalytics('rejected')
    acceptAnalytics()
    track('toggle_pet_friendly')
    expect(scripts()).toEqual([])
    expect(layer()).toEqual([])
    expect(pending()).toBe('[{"event":"toggle_pet_friendly"}]')
  })
})
