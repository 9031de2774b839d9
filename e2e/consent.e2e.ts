import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectSound, hydrated, phone, shareOut, takenOver, type Visitor } from './browser'
import { startSite } from './site'
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

/** The pages of what could ask another host: tags and affiliate, a park, an embedded film, a sale. */
const routes = [
  `/${landing}`,
  '/holidays/CF101/gannet-sands',
  '/blog/learning-to-steer-a-narrowboat',
  '/booking/confirmation',
]
/** Others that could: a visitor who comes without an advert, the map, a company's own site, the extras. */
const more = [
  '/',
  '/results?channel=ukcaravan&region=12&nights=7&view=map',
  '/holidays/BE101/brackenridge-treetops',
  '/booking/extras',
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
const button = (page: Page, name: string) => banner(page).getByRole('button', { name, exact: true })
const press = (page: Page, name: 'OK' | 'Reject') => button(page, name).click()
const cookieNames = async ({ context }: Visitor) =>
  (await context.cookies()).map(({ name }) => name).toSorted()
const runs = (page: Page) => page.evaluate(() => 'tagRuns' in window)

describe('nothing leaves for another host, and nothing is stored', () => {
  it.each([
    ['[COOKIE-05] before the choice', site, '', [...more, ...routes]],
    ['[COOKIE-05] after Reject', site, 'false', [...more, ...routes]],
    ['without configuration, also after OK', plain, 'true', routes],
  ] as const)('%s, on any page', async (_, where, choice, paths) => {
    const guests = await Promise.all([visitor(where, { choice }), visitor(where, { choice })])
    await shareOut(paths, guests, async (path, { page, tags }) => {
      await page.goto(path)
      // As long as the affiliate's delay, and until everything late has been requested.
      await page.waitForLoadState('networkidle')
      // A film may load after OK.
      const films = choice === 'true' ? 'https://www.youtube-nocookie.com/embed/' : '-'
      const foreign = tags.foreign.filter((url) => !url.startsWith(films))
      expect(foreign, path).toEqual([])
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

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])(
  '[COOKIE-04] the cookie banner on %s offers OK and Reject in the same size and weight, moves and covers nothing, works with the keyboard, and stores the choice with its evidence',
  async (_, viewport) => {
    const { page, context } = await visitor(plain, { viewport })
    await page.goto('/')
    await banner(page).waitFor()
    await expect
      .poll(() => banner(page).innerText())
      .toContain(
        'We use cookies to make this site work and, if you agree, to measure visits and adverts. Privacy & Cookies Policy.',
      )
    const [ok, reject] = await Promise.all(['OK', 'Reject'].map((name) => look(page, name)))
    expect(ok).toEqual(reject)
    expect(ok?.height).toBeGreaterThanOrEqual(44)
    await expectSound(page)
    // At home the banner is part of the page; elsewhere it is at the foot of the screen.
    await page.goto('/results?channel=ukcaravan&region=12&nights=7')
    await takenOver(page)
    await page.getByRole('article').first().waitFor()
    await expectFocusUncovered(page)
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('link', { name: 'Privacy & Cookies Policy.' }).focus()
    for (const name of ['OK', 'Reject']) {
      await page.keyboard.press('Tab')
      const focused = () => button(page, name).evaluate((it) => it === document.activeElement)
      await expect.poll(focused).toBe(true)
    }
    await page.keyboard.press('Enter')
    await banner(page).waitFor({ state: 'detached' })
    await expectStored(context)
    await page.reload()
    await hydrated(page)
    await expect.poll(() => banner(page).count()).toBe(0)
    await context.close()
  },
)

/** The size, weight and colours of a button of the banner. */
const look = (page: Page, name: string) =>
  button(page, name).evaluate((it) => {
    const { width, height, top } = it.getBoundingClientRect()
    const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(it)
    return { width, height, top, color, backgroundColor, borderColor, fontSize, fontWeight }
  })

/** Moves the focus on: it is never below the banner, which is at the foot of the screen. */
async function expectFocusUncovered(page: Page): Promise<void> {
  const position = () => banner(page).evaluate((it) => getComputedStyle(it).position)
  await expect.poll(position).toBe('fixed')
  let movedUp = 0
  for (let step = 0; step < 60; step++) {
    const scrolled = await page.evaluate(() => scrollY)
    await page.keyboard.press('Tab')
    // What is now below the banner, and whether the focused element was there before it had the focus.
    const seen = () =>
      page.evaluate((scrolled) => {
        const focused = document.activeElement
        const cover = document.querySelector('section[aria-label="Cookies"]')
        if (!focused || !cover || focused === document.body || cover.contains(focused))
          return { hidden: '', wasHidden: false }
        const { top, height } = focused.getBoundingClientRect()
        const edge = cover.getBoundingClientRect().top
        const before = top + scrollY - scrolled
        return {
          hidden: height < edge && top >= edge ? focused.outerHTML.slice(0, 200) : '',
          wasHidden: before >= edge && before < innerHeight,
        }
      }, scrolled)
    await expect.poll(async () => (await seen()).hidden).toBe('')
    if ((await seen()).wasHidden) movedUp++
  }
  expect(movedUp).toBeGreaterThan(0)
}

/** Expects that Reject is stored for a year, with its evidence. */
async function expectStored(context: BrowserContext): Promise<void> {
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
}

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

  it('[COOKIE-06] can be changed in the footer of every page, also while booking; after an earlier Reject, OK starts the tags in a new document', async () => {
    const { page, context, tags } = await visitor(site, { viewport: phone, choice: 'false' })
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Information' }).click()
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await expect
      .poll(() => banner(page).evaluate((region) => region === document.activeElement))
      .toBe(true)
    await press(page, 'Reject')
    await page.goto('/booking/extras') // has the footer of booking, also without one
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await press(page, 'OK')
    await expect.poll(() => runs(page)).toBe(true)
    expect(tags.foreign).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-E2E'])
    await context.close()
  })
})
