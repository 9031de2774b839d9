import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithStore, readyStore } from '../../test/render'
import { startAnalytics, track } from '../analytics'
import { consentRead, CookieBanner, readConsent, selectConsent } from '.'

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

beforeEach(() => {
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
