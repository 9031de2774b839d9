import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithStore, readyStore } from '../../test/render'
import { startAnalytics, track } from '../analytics'
import {
  chosen,
  consentRead,
  CookieBanner,
  cookieSettingsOpened,
  followConsent,
  readConsent,
  selectConsent,
} from '.'

/** Records everything that is written to document.cookie, in full. */
function watchCookies(): string[] {
  const written: string[] = []
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    written.push(text)
  })
  return written
}

async function renderBanner() {
  const store = readyStore()
  store.dispatch(consentRead('unknown'))
  const view = renderWithStore(<CookieBanner />, { store })
  await screen.findAllByRole('region', { name: 'Cookies' })
  return view
}

/** Removes all cookies that a script can read. */
function clearCookies() {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/; Secure`
}

beforeEach(() => {
  clearCookies()
  localStorage.clear()
  sessionStorage.clear()
  window.dataLayer = []
})

describe('the cookie banner', () => {
  it('[COOKIE-01] leads to the privacy policy', async () => {
    await renderBanner()
    expect(screen.getByRole('link', { name: 'Privacy & Cookies Policy.' })).toHaveAttribute(
      'href',
      '/privacy-policy',
    )
  })

  it('[COOKIE-02] [COOKIE-03] OK hides it and stores a secure consent for 365 days', async () => {
    const written = watchCookies()
    const { store } = await renderBanner()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
    expect(written[0]).toBe(
      'acceptSiteCookies=true; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    )
    expect(written[1]).toMatch(/^cookieConsent=v1\.\d+\.a1; Max-Age=31536000;.*Secure$/)
    expect(selectConsent(store.getState())).toBe('accepted')
  })

  it('[COOKIE-02] Reject looks equally important, hides it too and counts as no consent', async () => {
    const written = watchCookies()
    const { store } = await renderBanner()
    const [accept, reject] = screen.getAllByRole('button')
    expect(accept?.className).toBe(reject?.className)
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
    expect(written[0]).toMatch(/^acceptSiteCookies=false; /)
    expect(written[1]).toMatch(/\.a0; /)
    expect(selectConsent(store.getState())).toBe('rejected')
  })

  it('[COOKIE-04] stores its evidence: the version of its text, the time, and what was agreed to', async () => {
    const written = watchCookies()
    const { store } = await renderBanner()
    expect(screen.getByRole('region', { name: 'Cookies' })).toHaveTextContent(
      'We use cookies to make this site work and, if you agree, to measure visits and adverts. Privacy & Cookies Policy.',
    )
    const [accept, reject] = screen.getAllByRole('button')
    expect([accept, reject].map((button) => button?.textContent)).toEqual(['OK', 'Reject'])
    // Of the same style, so that the browser test finds them of the same size.
    expect(accept?.className).toBe(reject?.className)
    const before = Math.floor(Date.now() / 1000)
    await userEvent.click(reject as HTMLElement)
    expect(written[0]).toBe(
      'acceptSiteCookies=false; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    )
    const evidence = /^cookieConsent=v1\.(\d+)\.a0; Max-Age=31536000; /.exec(written[1] ?? '')
    expect(Number(evidence?.[1])).toBeGreaterThanOrEqual(before)
    expect(selectConsent(store.getState())).toBe('rejected')
  })

  it('[COOKIE-02] stays away on later visits', () => {
    expect(readConsent('a=1; acceptSiteCookies=true')).toBe('accepted')
    expect(readConsent('acceptSiteCookies=false; b=2')).toBe('rejected')
    expect(readConsent('xacceptSiteCookies=true')).toBe('unknown')
    const store = readyStore()
    store.dispatch(consentRead('accepted'))
    renderWithStore(<CookieBanner />, { store })
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
  })

  it('holds events until OK, and sends none after Reject', async () => {
    watchCookies()
    startAnalytics('unknown')
    track('view_park', { parkId: 'HV101', name: 'Gannet Sands' })
    expect(window.dataLayer).toEqual([])
    await renderBanner()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(window.dataLayer).toContainEqual({
      event: 'view_park',
      parkId: 'HV101',
      name: 'Gannet Sands',
    })
    const { store, unmount } = await renderBanner()
    store.dispatch(consentRead('unknown'))
    await userEvent.click(screen.getAllByRole('button', { name: 'Reject' })[0] as HTMLElement)
    const before = window.dataLayer?.length
    track('view_park', { parkId: 'HV102', name: 'Other' })
    expect(window.dataLayer).toHaveLength(before ?? 0)
    unmount()
  })
})

describe('Cookie settings', () => {
  it('[COOKIE-06] shows the banner again with the focus, and returns the focus afterwards', async () => {
    watchCookies()
    const store = readyStore()
    store.dispatch(consentRead('accepted'))
    renderWithStore(
      <>
        <button onClick={() => store.dispatch(cookieSettingsOpened())}>Cookie settings</button>
        <CookieBanner />
      </>,
      { store },
    )
    const opener = screen.getByRole('button', { name: 'Cookie settings' })
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
    await userEvent.click(opener)
    expect(await screen.findByRole('region', { name: 'Cookies' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
    expect(selectConsent(store.getState())).toBe('rejected')
    expect(opener).toHaveFocus()
  })

  it('after OK, Reject removes what was stored, and leaves what the site needs', async () => {
    document.cookie = '_ga=1; Path=/'
    document.cookie = 'gbuuid=1; Path=/'
    document.cookie = 'GrantUserAccess=1; Path=/'
    document.cookie = 'newspaper-login=1; Path=/'
    document.cookie = '_gid=1; Path=/'
    localStorage.setItem('gbFeaturesCache', '1')
    localStorage.setItem('shortlist', '1')
    sessionStorage.setItem('campaign', '{"utm_source":"x"}')
    sessionStorage.setItem('awc-sent', 'x')
    sessionStorage.setItem('persist:root', '{}')
    startAnalytics('accepted')
    const store = readyStore()
    store.dispatch(consentRead('accepted'))
    store.dispatch(cookieSettingsOpened())
    renderWithStore(<CookieBanner />, { store })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    expect(document.cookie).toMatch(
      /^GrantUserAccess=1; newspaper-login=1; acceptSiteCookies=false; cookieConsent=v1\.\d+\.a0$/,
    )
    expect(Object.keys(localStorage)).toEqual(['shortlist'])
    expect(Object.keys(sessionStorage)).toEqual(['persist:root'])
  })
})

describe('a choice in another tab', () => {
  /** Lets this tab be shown again, after the other one has written the cookie. */
  function shownAfter(cookie: string) {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }

  it('is followed: OK starts analytics and hides the banner, Reject ends it', async () => {
    startAnalytics('unknown')
    const store = readyStore()
    store.dispatch(consentRead('unknown'))
    followConsent(store)
    renderWithStore(<CookieBanner />, { store })
    await screen.findByRole('region', { name: 'Cookies' })
    track('toggle_pet_friendly')
    shownAfter('acceptSiteCookies=true')
    expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull()
    expect(window.dataLayer).toEqual([{ event: 'toggle_pet_friendly' }])
    sessionStorage.setItem('campaign', '{}')
    shownAfter('acceptSiteCookies=false')
    track('toggle_pet_friendly')
    expect(window.dataLayer).toHaveLength(1)
    expect(selectConsent(store.getState())).toBe('rejected')
    await waitFor(() => expect(sessionStorage.getItem('campaign')).toBeNull())
  })

  it('is none where cookies are blocked: OK stays', () => {
    startAnalytics('unknown')
    const store = readyStore()
    store.dispatch(consentRead('unknown'))
    followConsent(store)
    store.dispatch(chosen('accepted'))
    shownAfter('')
    expect(selectConsent(store.getState())).toBe('accepted')
  })

  it('is followed at once where the browser tells other tabs', async () => {
    startAnalytics('unknown')
    const store = readyStore()
    store.dispatch(consentRead('unknown'))
    followConsent(store)
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('acceptSiteCookies=true')
    const other = new BroadcastChannel('consent')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    other.postMessage(undefined)
    await waitFor(() => expect(selectConsent(store.getState())).toBe('accepted'))
    other.close()
  })

  it('is applied by the next document where tags still wrote when this one ended', async () => {
    document.cookie = 'acceptSiteCookies=false; Path=/'
    document.cookie = '_ga=1; Path=/'
    followConsent(readyStore())
    await waitFor(() => expect(document.cookie).toBe('acceptSiteCookies=false'))
  })
})
