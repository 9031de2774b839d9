import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { now } from './clock'
import {
  changeTimers,
  expectAccessible,
  fastest,
  FLAGS_WAIT_MS,
  phone,
  type VisitOptions,
} from './browser'
import { atPayment, CONFIRMED, confirmedReference, payByWallet, pressSearch } from './holiday'
import { FEW, startSite } from './site'
import { findStay } from './stays'

const file = join(mkdtempSync(join(tmpdir(), 'holidaymaker-flags-')), 'flags.json')

/** Replaces the file with the flags, as a member of staff does. */
function setFlags(features: Readonly<Record<string, unknown>>): void {
  writeFileSync(`${file}.new`, JSON.stringify({ features }))
  renameSync(`${file}.new`, file)
}

const off = { defaultValue: false }
const on = { defaultValue: true }
setFlags({})
const site = startSite({ parks: FEW, env: { HOLIDAYMAKER_FLAGS_FILE: file } })
beforeEach(withoutFlags)

/**
 * Removes all flags and waits until the server knows. It reads the file a moment later; until then, a
 * site that the test before has closed answers with a page without scripts, which follows no flags.
 */
async function withoutFlags(): Promise<void> {
  setFlags({})
  const known = async () => {
    const answer = await fetch(`${site.server.url}/api/features/sdk-mt`)
    return ((await answer.json()) as { features: object }).features
  }
  await expect.poll(known).toEqual({
    isWorldpayOn: { defaultValue: true },
    isPaypalOn: { defaultValue: true },
    maintenanceMode: off,
  })
}

/** The wallet's logo is shown only while the card provider's flag is off. */
const wallet = (page: Page) => page.getByRole('list', { name: 'Ways to pay' }).getByText('PayPal')

/** Closes the site and waits until the server knows. */
async function closeSite(): Promise<void> {
  setFlags({ maintenanceMode: on })
  await expect.poll(async () => (await fetch(site.server.url)).status).toBe(503)
}

/** The texts of the maintenance page. */
const closed = [
  'We are currently making exciting changes to further improve your site experience!',
  "Don't worry, we will be back shortly.",
  'Thank you for your patience!',
  'Contact Us 0808 157 0103 help@meridian.example',
]
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A visitor whose pages soon follow the flags. */
async function visitFollowing(options?: VisitOptions) {
  const visitor = await site.visit(options)
  await changeTimers(visitor.page, FLAGS_WAIT_MS, 50)
  return visitor
}

/** Resolves when the page begins to follow the flags: once, when it has had nothing to load for a while. */
async function following(page: Page): Promise<void> {
  await page.waitForRequest((request) => request.url().includes('/sub/'), { timeout: 120_000 })
}

/** Opens a page and waits until it follows the flags. */
async function openFollowing(page: Page, path: string): Promise<void> {
  await Promise.all([following(page), page.goto(path)])
}

const accepted = (url: string) => ({ name: 'acceptSiteCookies', value: 'true', url })

describe('a change of the flags', () => {
  it('[FLAG-01] [FLAG-02] reaches an open page within a second, without a reload', async () => {
    const { page, context, errors } = await visitFollowing()
    const asked: string[] = []
    page.on('request', (request: Request) => asked.push(new URL(request.url()).pathname))
    await openFollowing(page, '/')
    expect(asked.filter((path) => /features|sub/.test(path))).toEqual([
      '/api/features/sdk-mt',
      '/sub/sdk-mt',
    ])
    await page.evaluate(() => Object.assign(window, { stays: true }))
    const change = async () => {
      setFlags({})
      await expect.poll(() => wallet(page).count()).toBe(0)
      const changed = Date.now()
      setFlags({ isWorldpayOn: off })
      await wallet(page).waitFor({ state: 'attached' })
      return Date.now() - changed
    }
    expect(await fastest(1000, change)).toBeLessThanOrEqual(1000)
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })

  it('[MAINT-03] [MAINT-04] [MAINT-05] closes the open site without a reload, and opens it again', async () => {
    const { page, context } = await visitFollowing()
    await openFollowing(page, '/region/ukcaravan')
    const title = await page.title()
    await page.evaluate(() => Object.assign(window, { stays: true }))
    setFlags({ maintenanceMode: on })
    await page.getByText('Thank you for your patience!').waitFor()
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0)
    const lines = await page.locator('h1, p').filter({ visible: true }).allInnerTexts()
    expect(lines.map(onOneLine)).toEqual(closed)
    await expect.poll(async () => (await page.request.get('/')).status()).toBe(503)
    setFlags({})
    await page.getByRole('contentinfo').waitFor()
    await expect.poll(() => page.title()).toBe(title)
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    await context.close()
  })

  it('[FLAG-03] pauses 20 seconds after the page was hidden, and goes on when it is visible', async () => {
    const { page, context } = await site.visit()
    await page.clock.install({ time: now() })
    await openFollowing(page, '/')
    // From here on, only runFor moves the page's clock.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/sub/'))
    await show('hidden')
    await page.clock.runFor(19_900)
    setFlags({ isWorldpayOn: off })
    await wallet(page).waitFor({ state: 'attached' })
    await page.clock.runFor(100)
    await ended
    const again = following(page)
    await show('visible')
    await again
    setFlags({})
    await expect.poll(() => wallet(page).count()).toBe(0)
    await context.close()
  })

  it('[FLAG-10] leaves card payments on where the flags cannot be fetched', async () => {
    const { page, context } = await visitFollowing()
    const flags = /\/(?:api\/features|sub)\//
    await page.route(flags, (route) => route.abort())
    const refused = page.waitForEvent('requestfailed', (request) => flags.test(request.url()))
    await atPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
    await refused
    await page.getByLabel('Card number').waitFor()
    expect(await wallet(page).count()).toBe(0)
    await context.close()
  })

  it('[PAY-30] [PAYFAIL-66] hides the card form or PayPal and shows them again, and says when both are off; maintenance waits for the payment, which PayPal takes', async () => {
    const { page, context, errors } = await visitFollowing({ viewport: phone })
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
    await Promise.all([following(page), atPayment(page, stay)])
    const form = page.getByRole('region', { name: 'Credit or Debit Card' })
    const choice = page.getByRole('radio', { name: 'PayPal' })
    await form.waitFor()
    await choice.waitFor()
    setFlags({ isWorldpayOn: off, maintenanceMode: on })
    await page.getByRole('button', { name: /^Confirm payment of £/ }).waitFor()
    await page.getByRole('heading', { name: 'PayPal' }).waitFor()
    await expectAccessible(page)
    await expect.poll(() => form.count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Make payment' }).count()).toBe(0)
    expect(await page.getByText('Thank you for your patience!').count()).toBe(0)

    setFlags({ isWorldpayOn: off, isPaypalOn: off })
    await page.getByText('We cannot take payments at the moment.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /payment/i }).count()).toBe(0)
    await expectAccessible(page)
    setFlags({})
    await form.waitFor()
    await choice.waitFor()
    setFlags({ isPaypalOn: off })
    await choice.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Make payment' }).waitFor()

    setFlags({ isWorldpayOn: off })
    await form.waitFor({ state: 'detached' })
    await payByWallet(page)
    await confirmedReference(page, CONFIRMED)
    expect(errors).toEqual([])
    await context.close()
  })
})

describe('the site during maintenance', () => {
  const pass = () => ({ name: 'GrantUserAccess', value: '', url: site.server.url })
  beforeEach(closeSite)

  it('[MAINT-01] [MAINT-03] [MAINT-04] shows the maintenance page instead of any page', async () => {
    const { page, context } = await site.visit()
    expect((await page.goto('/'))?.status()).toBe(503)
    const lines = await page.getByRole('main').locator('h1, p').allInnerTexts()
    expect(lines.map(onOneLine).filter(Boolean)).toEqual(closed)
    // The landscape is in front of the page's background, where the text does not cover it.
    const seen = await page.evaluate(() =>
      document
        .elementsFromPoint(innerWidth - 4, 8)
        .filter(
          (one) =>
            one.tagName === 'IMG' || getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)',
        )
        .map(({ className }) => className),
    )
    expect(seen[0]).toBe('scene')
    for (const path of ['/results?channel=ukcaravan', '/booking/extras', '/no/such-page']) {
      const answer = await page.request.get(path)
      expect(answer.status(), path).toBe(503)
      expect(await answer.text(), path).toContain('Thank you for your patience!')
    }
    await context.close()
  })

  it('[MAINT-02] lets a visitor with the cookie use the site as usual', async () => {
    const { page, context, errors } = await site.visit()
    await context.addCookies([pass()])
    const answer = await page.goto('/results?channel=ukcaravan&region=12&nights=7')
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
    await page.getByRole('article').first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('[BRAND-26] knows no other role: no other cookie opens the site, and it has no pages of accounts or staff', async () => {
    const { page, context } = await site.visit()
    const others = ['role', 'admin', 'staff', 'session', 'user', 'XGrantUserAccess']
    await context.addCookies(others.map((name) => ({ name, value: '1', url: site.server.url })))
    expect((await page.request.get('/')).status()).toBe(503)
    await context.addCookies([pass()])
    expect((await page.request.get('/')).status()).toBe(200)
    for (const path of ['/admin', '/staff', '/account', '/register', '/sign-up', '/sign-in'])
      expect((await page.request.get(path)).status(), path).toBe(404)
    for (const path of ['/', '/login']) {
      const html = async () => (await page.request.get(path)).text()
      await expect.poll(html, { message: path }).toContain('id="root" data-rendered')
      expect(await html(), path).not.toMatch(/type="?password/)
    }
    // The browser renders this one.
    await page.goto('/reset')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.locator('input[type=password]').count()).toBe(0)
    const kept = (await context.cookies()).map(({ name }) => name)
    const known = [...others, 'acceptSiteCookies']
    expect(kept.filter((name) => !known.includes(name))).toEqual(['GrantUserAccess'])
    await context.close()
  })
})

describe('a search', () => {
  it('[FLAG-11] [SRCH-27] reads the card provider’s flag again as its first step', async () => {
    const { page, context } = await visitFollowing()
    await openFollowing(page, '/results?channel=ukcaravan&region=12&nights=7')
    await page.getByRole('article').first().waitFor()
    const order: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/(features|search)/.test(pathname)) order.push(pathname)
    })
    await pressSearch(page)
    await expect.poll(() => order).toEqual(['/api/features/sdk-mt', '/api/search'])
    await pressSearch(page)
    await expect.poll(() => order.slice(2)).toEqual(['/api/features/sdk-mt', '/api/search'])
    await context.close()
  })
})

describe('what flags know of a visitor', () => {
  const idRule = (id: string) => ({
    isWorldpayOn: { defaultValue: true, rules: [{ condition: { id }, force: false }] },
  })

  it('[FLAG-07] is a random id, in a cookie of 400 days after OK', async () => {
    const { page, context } = await visitFollowing({ askedForCookies: true })
    const id = async () => (await context.cookies()).find(({ name }) => name === 'gbuuid')
    await openFollowing(page, '/')
    expect(await id()).toBeUndefined()
    expect(await page.evaluate(() => localStorage.getItem('gbFeaturesCache'))).toBeNull()
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect.poll(id).toMatchObject({ secure: true, sameSite: 'Lax', path: '/' })
    const cookie = await id()
    expect(cookie?.value).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(400)
    // The same id on a later visit.
    await openFollowing(page, '/region/ukcaravan')
    setFlags(idRule(cookie?.value ?? ''))
    await wallet(page).waitFor({ state: 'attached' })
    expect((await id())?.value).toBe(cookie?.value)
    await context.close()
  })

  it('[FLAG-08] is also the page and the browser, without personal data', async () => {
    const { page, context } = await visitFollowing()
    await openFollowing(page, '/region/ukcaravan?q=1&surname=Quackenbush')
    const host = new URL(site.server.url).host
    const conditions: Readonly<Record<string, unknown>>[] = [
      { url: `http://${host}/region/ukcaravan?q=1` },
      { path: '/region/ukcaravan' },
      { host },
      { query: '?q=1' },
      { pageTitle: await page.title() },
      { browser: 'chrome' },
      { deviceType: 'desktop' },
    ]
    for (const condition of conditions) {
      setFlags({ isWorldpayOn: { defaultValue: true, rules: [{ condition, force: false }] } })
      await wallet(page).waitFor({ state: 'attached' })
      setFlags({})
      await expect.poll(() => wallet(page).count()).toBe(0)
    }
    await context.close()
  })

  it('[FLAG-09] is also the campaign of the landing page, on later pages too', async () => {
    const { page, context } = await visitFollowing()
    await context.addCookies([accepted(site.server.url)])
    const saved = () => page.evaluate(() => sessionStorage.getItem('campaign'))
    const campaign = 'utm_source=news&utm_medium=mail&utm_campaign=may&utm_term=sea&utm_content=top'
    await openFollowing(page, `/?${campaign}`)
    await expect.poll(saved).toContain('"utm_source":"news"')
    const first = await saved()
    await openFollowing(page, '/region/ukcaravan')
    expect(await saved()).toBe(first)
    const condition = {
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: 'may',
      utmTerm: 'sea',
      utmContent: 'top',
    }
    setFlags({ isWorldpayOn: { defaultValue: true, rules: [{ condition, force: false }] } })
    await wallet(page).waitFor({ state: 'attached' })
    await context.close()
  })
})

it('[FLAG-12] an experiment runs only after OK, and is reported once with two fields', async () => {
  setFlags({
    isWorldpayOn: {
      defaultValue: true,
      rules: [
        {
          key: 'wallet-logo',
          variations: [false, false],
          meta: [{ key: 'a' }, { key: 'b' }],
          weights: [1, 0],
          hashAttribute: 'id',
          hashVersion: 2,
        },
      ],
    },
  })
  const { page, context } = await visitFollowing({ askedForCookies: true })
  const sent = () =>
    page.evaluate(() =>
      ((window as { dataLayer?: { event?: string }[] }).dataLayer ?? []).filter(
        (entry) => entry.event === 'experiment_viewed',
      ),
    )
  await openFollowing(page, '/')
  expect(await wallet(page).count()).toBe(0)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await wallet(page).waitFor({ state: 'attached' })
  const once = [{ event: 'experiment_viewed', experimentId: 'wallet-logo', variationId: 'a' }]
  await expect.poll(sent).toEqual(once)
  await page.getByRole('link', { name: 'Cornwall' }).first().click()
  await page.waitForURL('**/holidays/**')
  expect(await sent()).toEqual(once)
  await context.close()
})
