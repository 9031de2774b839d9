import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectSound, hydrated, phone, shareOut, type Visitor } from './browser'
import { startBooking } from './holiday'
import { startSite } from './site'
import { findStay } from './stays'
import { recordTags, type TagManager } from './tag-manager'

/** A server with a tag manager and the affiliate network; nothing answers at the latter's address. */
const site = startSite({
  parks: 20,
  args: ['--tag-manager-id', 'GTM-E2E', '--awin-id', '1001', '--awin-url', 'http://127.0.0.1:9'],
})
/** A server without any of them. */
const plain = startSite()

const awc = '1001_1772442000_0123456789abcdef0123456789abcdef'
const landing = `?utm_source=mail&awc=${awc}`

/** A page of every kind. */
const routes = [
  '/',
  `/${landing}`,
  '/results?channel=ukcaravan&region=12&nights=7',
  '/results?channel=ukcaravan&region=12&nights=7&view=map',
  '/results/all-regions?channel=ukcaravan&region=all-regions&nights=7',
  '/results/all-dates?channel=ukcaravan&region=12&nights=7',
  '/channel/ukcaravan',
  '/region/ukcaravan',
  '/holidays/ukcaravan/12/cornwall',
  '/holidays/CF101/gannet-sands',
  '/park-result/CF101/gannet-sands',
  '/holidays/BE101/brackenridge-treetops',
  '/travel-guide/cornwall/12',
  '/last-minute-deals',
  '/shortlist',
  '/blog',
  '/help',
  '/login',
  '/my-booking',
  '/booking/extras',
  '/booking/confirmation',
  '/no/such-page',
]

type Tagged = Visitor & { tags: TagManager }

async function visitor(
  where: typeof site,
  { viewport = desktop, asked = true, choice = '' } = {},
): Promise<Tagged> {
  const visitor = await where.visit({ viewport, askedForCookies: asked })
  if (choice)
    await visitor.context.addCookies([
      { name: 'acceptSiteCookies', value: choice, url: where.server.url, secure: true },
    ])
  return { ...visitor, tags: await recordTags(visitor.context, where.server.url) }
}

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const press = (page: Page, name: 'OK' | 'Reject') =>
  banner(page).getByRole('button', { name, exact: true }).click()
const cookieNames = async ({ context }: Visitor) =>
  (await context.cookies()).map(({ name }) => name).toSorted()
const runs = (page: Page) => page.evaluate(() => 'tagRuns' in window)

describe('nothing leaves for another host, and nothing is stored', () => {
  it.each([
    ['[COOKIE-05] before the choice', site, ''],
    ['[COOKIE-05] after Reject', site, 'false'],
    ['without configuration, also after OK', plain, 'true'],
  ])('%s, on any page', async (_, where, choice) => {
    const guests = await Promise.all([visitor(where, { choice }), visitor(where, { choice })])
    await shareOut(routes, guests, async (path, { page, tags }) => {
      await page.goto(path)
      // As long as the affiliate's delay, and until everything late has been requested.
      await page.waitForLoadState('networkidle')
      expect(tags.foreign, path).toEqual([])
    })
    for (const guest of guests) {
      const { page, tags, errors } = guest
      const needed = ['GrantUserAccess', '__Host-booking', 'acceptSiteCookies', 'cookieConsent']
      const visitorsOwn = choice === 'true' ? ['gbuuid'] : []
      const others = (await cookieNames(guest)).filter(
        (name) => ![...needed, ...visitorsOwn].includes(name),
      )
      expect(others).toEqual([])
      if (choice !== 'true') {
        const stored = await page.evaluate(() => [
          ...Object.keys(localStorage),
          ...Object.keys(sessionStorage),
        ])
        const needed = /^(persist:(root|data)|exitPopupShown|shortlist|recentSearches)$/
        expect(stored.filter((key) => !needed.test(key))).toEqual([])
      }
      expect(tags.received).toEqual([])
      expect(errors).toEqual([])
      await guest.context.close()
    }
  })
})

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('the cookie banner on %s', (_, viewport) => {
  it('[COOKIE-04] offers OK and Reject in the same size and weight, moves nothing, and stores the choice with its evidence', async () => {
    const { page, context } = await visitor(plain, { viewport })
    await page.goto('/')
    await banner(page).waitFor()
    await expect
      .poll(() => banner(page).innerText())
      .toContain(
        'We use cookies to make this site work and, if you agree, to measure visits and adverts. Privacy & Cookies Policy.',
      )
    const [ok, reject] = await Promise.all(
      ['OK', 'Reject'].map((name) =>
        banner(page)
          .getByRole('button', { name, exact: true })
          .evaluate((button) => {
            const { width, height, top } = button.getBoundingClientRect()
            const { color, backgroundColor, borderColor, fontSize, fontWeight } =
              getComputedStyle(button)
            return { width, height, top, color, backgroundColor, borderColor, fontSize, fontWeight }
          }),
      ),
    )
    expect(ok).toEqual(reject)
    expect(ok?.height).toBeGreaterThanOrEqual(44)
    await expectSound(page)
    await press(page, 'Reject')
    await banner(page).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .toEqual(expect.arrayContaining(['acceptSiteCookies', 'cookieConsent']))
    const cookies = await context.cookies()
    const find = (name: string) => cookies.find((cookie) => cookie.name === name)
    expect(find('acceptSiteCookies')).toMatchObject({
      value: 'false',
      path: '/',
      secure: true,
      sameSite: 'Lax',
    })
    expect(find('cookieConsent')?.value).toMatch(/^v1\.\d{10}\.a0$/)
    const year = (find('acceptSiteCookies')?.expires ?? 0) - Date.now() / 1000
    expect(Math.round(year / 86_400)).toBe(365)
    await page.reload()
    await hydrated(page)
    await expect.poll(() => banner(page).count()).toBe(0)
    await context.close()
  })

  it('never covers what has the focus', async () => {
    const { page, context } = await visitor(plain, { viewport })
    await page.goto('/')
    await banner(page).waitFor()
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      const hidden = () =>
        page.evaluate(() => {
          const focused = document.activeElement
          const cover = document.querySelector('section[aria-label="Cookies"]')
          if (!focused || !cover || focused === document.body || cover.contains(focused)) return ''
          const { top, height } = focused.getBoundingClientRect()
          const edge = cover.getBoundingClientRect().top
          return height < edge && top >= edge ? focused.outerHTML.slice(0, 200) : ''
        })
      await expect.poll(hidden).toBe('')
    }
    await context.close()
  })

  it('works with the keyboard alone', async () => {
    const { page, context } = await visitor(plain, { viewport })
    await page.goto('/')
    const ok = banner(page).getByRole('button', { name: 'OK', exact: true })
    await ok.waitFor()
    await page.getByRole('link', { name: 'Privacy & Cookies Policy.' }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => ok.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await banner(page).waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('consent', () => {
  it('starts the tags at once after OK, with the nonce of the document, and Reject ends them at once', async () => {
    const guest = await visitor(site)
    const { page, tags, errors } = guest
    await page.goto(`/holidays/CF101/gannet-sands${landing}`)
    await banner(page).waitFor()
    await press(page, 'OK')
    await expect.poll(() => runs(page)).toBe(true)
    expect(await page.evaluate(() => (window as { tagRuns?: string }).tagRuns)).toMatch(/.{16,}/)
    const commands = () => (tags.received.slice(0, 2) as unknown[][]).map((one) => one.slice(0, 2))
    await expect.poll(commands).toEqual([
      ['consent', 'default'],
      ['consent', 'update'],
    ])
    // What happened before the choice was waiting.
    await expect.poll(() => tags.names()).toContain('view_park')
    await expect.poll(() => cookieNames(guest)).toContain('awc')
    await expect.poll(() => cookieNames(guest)).toContain('_ga')

    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await banner(page).waitFor()
    const reloaded = page.waitForEvent('load')
    await press(page, 'Reject')
    await reloaded
    await hydrated(page)
    await expect
      .poll(() => tags.received.at(-1))
      .toMatchObject(['consent', 'update', { ad_storage: 'denied' }])
    const seen = tags.received.length
    expect(await runs(page)).toBe(false)
    await expect.poll(() => cookieNames(guest)).toEqual(['acceptSiteCookies', 'cookieConsent'])
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('_gcl_ls')
    await page.goto('/results?channel=ukcaravan&region=12&nights=7')
    await page.waitForLoadState('networkidle')
    expect(tags.received).toHaveLength(seen)
    expect(errors).toEqual([])
    await guest.context.close()
  })

  it('that is given after an earlier Reject starts the tags in a new document', async () => {
    const { page, tags, context } = await visitor(site, { choice: 'false' })
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await press(page, 'OK')
    await expect.poll(() => runs(page)).toBe(true)
    expect(tags.foreign).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-E2E'])
    await context.close()
  })

  it('is the same in all tabs: one accepts, the other follows; one rejects, the other stops', async () => {
    const { page, context, tags } = await visitor(site)
    const other = await context.newPage()
    await page.goto('/')
    await other.goto('/holidays/CF101/gannet-sands')
    await banner(other).waitFor()
    await banner(page).waitFor()
    await press(page, 'OK')
    await banner(other).waitFor({ state: 'detached' })
    await expect.poll(() => runs(other)).toBe(true)
    await expect.poll(() => tags.names()).toContain('view_park')
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await press(page, 'Reject')
    await expect.poll(() => runs(other).catch(() => true)).toBe(false)
    await context.close()
  })

  it('[COOKIE-06] can be changed in the footer of every page, also while booking', async () => {
    const { page, context } = await visitor(plain, { viewport: phone, choice: 'false' })
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Information' }).click()
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await expect
      .poll(() => banner(page).evaluate((region) => region === document.activeElement))
      .toBe(true)
    await press(page, 'Reject')
    await startBooking(page, await findStay(plain.server, { parkId: 'CF101', nights: 7 }))
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await banner(page).waitFor()
    await context.close()
  })
})
