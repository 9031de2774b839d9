import type { BrowserContext, Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  desktop,
  expectAccessible,
  expectIconsDrawn,
  expectSound,
  expectSteady,
  openRendered,
  phone,
  takenOver,
  type Visitor,
} from './browser'
import { followLinks } from './links'
import { chosenInstants, testShortJourney } from './short-journey'
import { startSite, type Site } from './site'
import { tourRoutes } from './tour'
import { LANDING_PAGES } from '../web/src/test/landing-pages'

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
const everywhere = 'channel=ukcaravan&region=all-regions&nights=7'

/** Pages that show features by icons. */
const withFeatures = [`/results?${query}`, `/park-result/CF101/gannet-sands?${query}`]

/** The pages whose parts a brand's feel.css draws in its own way. */
const ofFeel = [
  '/',
  `/results?${query}`,
  `/park-result/CF101/gannet-sands?${query}`,
  '/last-minute-deals',
]

/** Pages whose layout differs between a phone and a desktop. */
const layouts = [
  '/',
  `/results?${query}`,
  `/results/all-dates?${query}`,
  `/park-result/CF101/gannet-sands?${query}`,
  '/region/ukcaravan',
  '/shortlist?parks=CF101,KW101&channel=ukcaravan&nights=7',
]

/** An address of each other kind of page that the server renders. */
const others = [
  `/results?${query}&view=map`,
  '/channel/ukcaravan',
  '/shortlist',
  '/offers',
  '/blog',
  '/blog/february-half-term-breaks',
  '/blog/learning-to-steer-a-narrowboat',
  '/travel-guide/cornwall/12',
  '/help',
  '/customer-charter',
  `/results/all-regions?${everywhere}`,
  '/holidays/ukcaravan/12/cornwall',
  '/last-minute-deals',
  '/login',
  '/404',
]

/** The parts of the home page that come late and are high, from its top: name, place until then, code. */
const lateParts = [
  ['Our Last Minute Deals', '.deals-place', '**/assets/LastMinuteDeals-*.js'],
  ['News and ideas', '.posts-place', '**/assets/PostCards-*.js'],
] as const

/** A link from somebody else. Its search differs from the visitor's own. */
const shared = '/results?channel=uklodge&region=12&nights=4&adults=3&dogs=y'

/** Checks the European holidays and the landing pages of a brand's footer, or that it has none of these. */
async function expectFooterLinks(url: string, siteCode: string): Promise<void> {
  const home = await (await fetch(url)).text()
  const footer = home.slice(home.indexOf('<footer'))
  const links = [...footer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  const [, europe] = /<a\b[^>]*?\shref="([^"]+)"[^>]*>European Holidays</.exec(footer) ?? []
  expect(europe).toBe(siteCode === 'SN' ? '/european-holiday-parks' : '/channel/eurocaravan')
  const has = siteCode === 'BF' || siteCode === 'RP'
  const post = '/blog/february-half-term-breaks/'
  for (const path of [...Object.keys(LANDING_PAGES), post, `https://blog.example/${siteCode}`])
    expect(links.includes(path), path).toBe(has)
  if (!has) return
  for (const [path, id] of Object.entries(LANDING_PAGES)) {
    const answer = await fetch(`${url}/cms/wp/v2/pages/${id}?_fields=id,title`)
    const { title } = (await answer.json()) as { title: { rendered: string } }
    await expect
      .poll(async () => (await fetch(url + path)).text(), { message: path })
      .toContain(`${title.rendered}</h1>`)
  }
  await expect
    .poll(async () => (await fetch(url + post)).text(), { message: post })
    .toMatch(/February Half[ -]Term[^<]*<\/h1>/)
}

/** The address of each brand, which its configuration has. */
const hosts: Readonly<Record<string, string>> = {
  BF: 'brightfield.example',
  MT: 'meridian.example',
  RP: 'readerpromotions.example',
  SN: 'sentinel.example',
}

/** All scripts that the home page may load, also later, as one text. */
async function scriptsOf(url: string): Promise<string> {
  const texts = new Map<string, string>()
  const read = async (text: string): Promise<void> => {
    for (const [file] of text.matchAll(/[\w-]+\.js\b/g)) {
      if (texts.has(file)) continue
      texts.set(file, '')
      const answer = await fetch(`${url}/assets/${file}`)
      if (!answer.ok) continue // the name of something else
      texts.set(file, await answer.text())
      await read(texts.get(file) ?? '')
    }
  }
  await read(await (await fetch(url)).text())
  return [...texts.values()].join('\n')
}

/** The brand whose turn it is on the day of the journey: SN on an even day of the month, BF on an odd one. */
function byTurns(): string {
  const day = Number(chosenInstants()[0]?.at.slice(8, 10))
  return day % 2 === 0 ? 'SN' : 'BF'
}

/** The tests that the site of each brand passes. */
export function testBrand(site: Site, siteCode: string): void {
  // The code of all brands is the same: what does not differ by look or text is tested with MT.
  const isMain = siteCode === 'MT'
  describe(`the site of ${siteCode}`, () => {
    if (isMain) testMainBrand(site)
    else
      it('the pages on which its look differs are taken over by the script without an error or a repeated call, and are accessible, steady and as wide as a phone', async () => {
        const { context } = await expectSoundWalk(site, phone, ofFeel)
        await context.close()
      })

    // The arrival dates of RP are its own. On BF and SN no more than look and texts differ from MT:
    // they make the journey by turns, and both with the sixteen instants (tools/suite/dates.go).
    const isItsTurn = isMain || siteCode === 'RP' || siteCode === byTurns()
    if (isItsTurn || process.env.TEST_DATES || process.env.TEST_ALL)
      testShortJourney(site, siteCode)

    it('has its own configuration in its scripts, and that of no other brand', async () => {
      const scripts = await scriptsOf(site.server.url)
      const found = Object.keys(hosts).filter((code) => scripts.includes(hosts[code] ?? code))
      expect(found).toEqual([siteCode])
    })

    it('[FOOT-08] [FOOT-12] [FOOT-13] leads from the footer to European holidays (SN to its content page, the others to the channel) and to its landing pages, each of its own page', async () => {
      await expectFooterLinks(site.server.url, siteCode)
    })

    it('[HEAD-05] [HEAD-18] has a top bar of 42 px at every width, and from 992 px on a menu on one line, which comes from its own file and has buttons of at least 24 px', async () => {
      await expectHeader(site, siteCode)
    })
  })
}

/** The tests that one brand stands for. */
function testMainBrand(site: Site): void {
  /** A server that does not render: it says in no time whether a page exists. */
  const plain = startSite({ args: ['--render-pages', 'off'] })

  it('[BRAND-10] a page of each kind, also of the CMS, is taken over by the script without an error or a repeated call, and is accessible, steady and as wide as a phone', async () => {
    const walk = await expectSoundWalk(site, phone, [...others, ...layouts])
    await expectSoundReturn(walk, layouts)
    await walk.context.close()
  })

  it('each layout is taken over by the script without an error, a shift or a repeated call on a desktop', async () => {
    const { context } = await expectSoundWalk(site, desktop, layouts)
    await context.close()
  })

  it('on a phone, nothing on the home page moves when the code of its parts comes late', async () => {
    await expectSteadyHome(site)
  })

  it('[ROUTE-38] no internal link of home, header, menus, footer and content leads nowhere', async () => {
    const { dead, opened, posts } = await followLinks(site.server.url, 'MT', plain.server.url)
    expect(dead).toEqual([])
    expect(opened).toBeGreaterThan(150)
    expect(posts.length).toBeGreaterThan(24)
  }, 400_000)

  it('[ROUTE-37] [PAGE-09] every route has its status, title, canonical link or redirect, and is rendered with the brand’s icons; an unknown path is answered by 404 with the page drawn', async () => {
    const { faults, opened } = await tourRoutes(site.server.url, 'MT')
    expect(faults).toEqual([])
    expect(opened).toBeGreaterThan(90)
  })
}

/** Checks the header of a brand at several widths. */
async function expectHeader(site: Site, siteCode: string): Promise<void> {
  const { page, context } = await site.visit({ viewport: narrowest })
  const bar = page.locator('header .on-ink').first()
  const expectBar = async (width: number) => {
    await page.setViewportSize({ ...narrowest, width })
    const height = async () => (await bar.boundingBox())?.height
    await expect.poll(height, { message: `the bar at ${width} px` }).toBe(42)
  }
  // A font that comes late is for the next page. It is narrower than the fallback.
  await page.goto('/login')
  await expect
    .poll(
      async () => {
        await page.goto('/')
        return spill(page)
      },
      { message: `the menu at ${narrowest.width} px` },
    )
    .toEqual([])
  await takenOver(page)
  const asked = page.waitForRequest((request) => request.url().includes('/json-files/'))
  await page.getByRole('link', { name: 'UK Holiday Parks', exact: true }).first().focus()
  expect(new URL((await asked).url()).pathname).toBe(`/json-files/mega-menu-${siteCode}.json`)
  const buttons = page.getByRole('button', { name: / menu$/ })
  for (const width of [narrowest.width, 1100, desktop.width]) {
    await expectBar(width)
    await expect.poll(() => spill(page), { message: `the menu at ${width} px` }).toEqual([])
    await expect
      .poll(() => buttons.evaluateAll(areas), { message: `the menu buttons at ${width} px` })
      .toEqual({ shown: true, small: [] })
  }
  for (const width of [phone.width, 360, 320]) await expectBar(width)
  await context.close()
}

/** A promise, and what keeps it. */
function promised(): [promise: Promise<void>, keep: () => void] {
  let keep = () => {}
  const promise = new Promise<void>((resolve) => (keep = resolve))
  return [promise, keep]
}

/** Opens the home page, and lets the code of each late part come once the end of its place is in view. */
async function expectSteadyHome(site: Site): Promise<void> {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const parts = lateParts.map(([name, place, code]) => {
    const [asked, ask] = promised()
    const [released, release] = promised()
    return { name, place, code, asked, ask, released, release }
  })
  for (const { code, ask, released } of parts)
    await page.route(code, async (route) => {
      ask()
      await released
      await route.continue()
    })
  await openRendered(page, '/')
  await takenOver(page)
  for (const { name, place, asked, release } of parts) {
    await page
      .locator(place)
      .evaluate((it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight / 2))
    await asked
    release()
    const part = page.getByRole('region', { name }).filter({ visible: true }).first()
    await part.getByRole('link').first().waitFor()
  }
  await page.waitForLoadState('networkidle')
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
}

/** A visitor on a walk through pages, with the requests of the last one. */
interface Walk extends Visitor {
  traffic: Traffic
}

/** Opens pages as one visitor, who stays on the last. */
async function expectSoundWalk(
  site: Site,
  viewport: typeof phone,
  paths: readonly string[],
): Promise<Walk> {
  const visitor = await site.visit({ viewport })
  const { page, context, errors } = visitor
  const traffic = watchTraffic(context, site.server.url)
  // A font that comes late is for the next page.
  await page.goto('/login')
  await expectTakenOver(page, traffic, errors)
  // From here on, the browser has state that earlier pages saved.
  for (const path of paths) {
    await openRendered(page, path, traffic.forget)
    await expectTakenOver(page, traffic, errors)
    if (viewport !== phone) {
      await expectAccessible(page)
      if (withFeatures.includes(path)) await expectIconsDrawn(page)
      continue
    }
    if (path === '/') await expect.poll(() => page.evaluate(iconsOverWords)).toEqual([])
    await expectSoundToTheEnd(page)
  }
  return { ...visitor, traffic }
}

/** Goes back through the last pages of a walk, then follows a link of somebody else. */
async function expectSoundReturn(
  { page, traffic, errors }: Walk,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths.toReversed().slice(1, 4)) {
    traffic.forget()
    await page.goBack()
    expect(page.url()).toContain(path.split('?')[0])
    // A page that is shown again may ask again.
    await expectTakenOver(page, { ...traffic, calls: [] }, errors)
  }
  await page.goto(`/results?${query}`)
  await openRendered(page, shared, traffic.forget)
  await expectTakenOver(page, traffic, errors)
  // Results without a date write the one that they show into the address.
  const searchOf = (url: string) => Object.fromEntries(new URL(url, page.url()).searchParams)
  expect(searchOf(page.url())).toMatchObject(searchOf(shared))
}

/**
 * Scrolls to the end of a page, and fails where something moves, leaves the screen's width or is not
 * accessible.
 */
async function expectSoundToTheEnd(page: Page): Promise<void> {
  await page.evaluate(scrollThrough)
  // The home page loads the last of its parts when they come near.
  if (new URL(page.url()).pathname === '/')
    await page
      .getByRole('region', { name: 'News and ideas' })
      .first()
      .getByRole('link')
      .first()
      .waitFor()
  await expectSound(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `the width of ${page.url()}`).toBe(page.viewportSize()?.width)
}

async function scrollThrough(): Promise<void> {
  for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight / 2) {
    window.scrollTo(0, y)
    await new Promise(requestAnimationFrame)
  }
}

/** The words of the search box that an icon covers. */
function iconsOverWords(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('#search-box')]
  if (!parts.some((part) => part.querySelector('svg'))) return ['there are no icons']
  return parts.flatMap((part) => {
    const icons = [...part.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect())
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    const covered: string[] = []
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const { left, right, top, bottom } of range.getClientRects())
        if (
          icons.some(
            (icon) =>
              icon.width > 0 &&
              icon.left < right &&
              icon.right > left &&
              icon.top < bottom - 1 &&
              icon.bottom > top + 1,
          )
        )
          covered.push(texts.currentNode.textContent ?? '')
    }
    return covered
  })
}

/** The width from which the menu is a row of entries. */
const narrowest = { width: 992, height: 800 }

/** The entries of the menu that wrap, overlap or leave the page. */
async function spill(page: Page): Promise<string[]> {
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await entries.first().waitFor()
  return entries.evaluateAll((links) => {
    const shown = links.filter((link) => link.getClientRects().length > 0)
    const boxes = shown.map((link) => link.getBoundingClientRect())
    const middle = (box: DOMRect | undefined) => box && Math.round(box.y + box.height / 2)
    return shown.flatMap((link, index) => {
      const box = boxes[index]
      const text = document.createRange()
      if (link.firstChild) text.selectNodeContents(link.firstChild)
      const lines = new Set([...text.getClientRects()].map((rect) => Math.round(rect.bottom)))
      const whole = box && box.left >= 0 && box.right <= document.documentElement.clientWidth
      const before = index > 0 ? boxes[index - 1] : undefined
      const apart = !before || !box || box.left >= before.right - 1
      const onLine = middle(box) === middle(boxes[0])
      return whole && apart && onLine && lines.size === 1 ? [] : [link.textContent ?? '']
    })
  })
}

/** Whether there are buttons, and those whose area that can be pressed is below 24 × 24 px. */
function areas(buttons: Element[]): { shown: boolean; small: string[] } {
  const small = buttons.filter((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const corners = [1, width - 1].flatMap((x) => [1, height - 1].map((y) => [x, y] as const))
    return (
      width < 24 ||
      height < 24 ||
      corners.some(([x, y]) => !button.contains(document.elementFromPoint(left + x, top + y)))
    )
  })
  return { shown: buttons.length > 2, small: small.map((button) => button.ariaLabel ?? '') }
}

/** The requests of a visitor's pages. */
interface Traffic {
  /** The calls of the API and of the CMS that were made. */
  readonly calls: readonly string[]
  /** The addresses of other hosts that were requested, by any page. */
  readonly foreign: readonly string[]
  /** The addresses that were not answered yet, and whether there was nothing new for a while. */
  readonly state: () => { waiting: string[]; quiet: boolean }
  /** Forgets what earlier pages did. */
  readonly forget: () => void
}

function watchTraffic(context: BrowserContext, siteUrl: string): Traffic {
  const calls: string[] = []
  const foreign: string[] = []
  const waiting = new Set<Request>()
  const own = new URL(siteUrl).origin
  let last = Date.now()
  const ended = (request: Request) => {
    waiting.delete(request)
    last = Date.now()
  }
  context.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) foreign.push(request.url())
    if (request.resourceType() === 'eventsource') return // stays open: the page follows the flags
    waiting.add(request)
    last = Date.now()
    if (/^\/(?:api|cms)\//.test(pathname)) calls.push(named(request.url().replace(origin, '')))
  })
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  return {
    calls,
    foreign,
    state: () => ({
      waiting: [...waiting].map((request) => request.url()),
      quiet: Date.now() - last >= 200,
    }),
    forget: () => {
      waiting.clear()
      calls.length = 0
    },
  }
}

/** A call by its path, and its parameters in order. */
function named(call: string, params: Readonly<Record<string, string>> = {}): string {
  const { pathname, searchParams } = new URL(call, 'http://site')
  return `${pathname}?${[...searchParams, ...Object.entries(params)]
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&')}`
}

/**
 * Fails unless the server rendered the page, and the script took it over unchanged, without
 * repeating the calls whose answers were in the page, and without a request to another host.
 */
async function expectTakenOver(
  page: Page,
  { calls, foreign, state }: Traffic,
  errors: string[],
): Promise<void> {
  const url = page.url()
  await takenOver(page)
  await expect.poll(state, { message: `${url} asks no more` }).toEqual({ waiting: [], quiet: true })
  const { hydrated, brought } = await page.evaluate(() => {
    const data = document.getElementById('page-data')?.textContent ?? '[]'
    return {
      hydrated: document.getElementById('root')?.dataset.hydrated !== undefined,
      brought: JSON.parse(data) as { call: string; params: Record<string, string> }[],
    }
  })
  expect(hydrated, `${url} was rendered by the server`).toBe(true)
  expect(errors, url).toEqual([])
  expect(foreign, `${url} asks another host`).toEqual([])
  const known = new Set(brought.map(({ call, params }) => named(call, params)))
  expect(
    calls.filter((call) => known.has(call)),
    `${url} repeats a call whose answer was in the page`,
  ).toEqual([])
  const { layoutShift, moved } = await page.evaluate(() => {
    const { layoutShift, moved } = window as unknown as { layoutShift: number; moved: string[] }
    return { layoutShift, moved }
  })
  const width = page.viewportSize()?.width
  expect(layoutShift, `shift on ${url} at ${width} px:\n${moved.join('\n')}`).toBeLessThanOrEqual(
    0.01,
  )
}
