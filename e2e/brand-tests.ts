import type { BrowserContext, Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectSound, expectSteady, openRendered, phone, takenOver } from './browser'
import { followLinks, listedPages } from './links'
import { startServer } from './server'
import { testShortJourney } from './short-journey'
import type { Site } from './site'
import { tourRoutes } from './tour'
import { LANDING_PAGES } from '../web/src/test/landing-pages'

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
const everywhere = 'channel=ukcaravan&region=all-regions&nights=7'

/** Pages whose layout differs between a phone and a desktop. */
const layouts = [
  '/',
  `/results?${query}`,
  `/results/all-regions?${everywhere}`,
  `/results/all-dates?${query}`,
  `/park-result/CF101/gannet-sands?${query}`,
  '/region/ukcaravan',
  '/holidays/ukcaravan/12/cornwall',
  '/last-minute-deals',
  '/shortlist?parks=CF101,KW101&channel=ukcaravan&nights=7',
  '/login',
  '/404',
]

/** One address of every other kind of page that the server renders. */
const others = [
  '/results',
  `/results?${query}&page=2`,
  `/results?${query}&view=map`,
  '/holidays/CF101/gannet-sands',
  '/channel/ukcaravan',
  '/dog-friendly/uklodge',
  '/COA/region/ukcaravan',
  '/shortlist',
  '/offers?channel=uklodge',
  '/offers',
  '/blog',
  '/travel-guide/cornwall/12',
  '/help',
  '/about-us',
  '/privacy-policy',
  '/terms',
  '/no/such/page?region=12',
  '/holidays/GONE1/a-park-of-before',
]

/** The parts of the home page that come late and are high: name, place until then, code. */
const lateParts = [
  ['Our Last Minute Deals', '.deals-place', '**/assets/LastMinuteDeals-*.js'],
  ['News and ideas', '.posts-place', '**/assets/PostCards-*.js'],
] as const

/** A link from somebody else. Its search differs from the visitor's own. */
const shared = '/results?channel=uklodge&region=12&nights=4&adults=3&dogs=y'

/** Checks the landing pages of a brand's footer, or that it has none. */
async function expectLandingPages(url: string, siteCode: string): Promise<void> {
  const home = await (await fetch(url)).text()
  const footer = home.slice(home.indexOf('<footer'))
  const links = [...footer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
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

/** The tests that the site of each brand passes. */
export function testBrand(site: Site, siteCode: string): void {
  // The code of all brands is the same: what does not differ by look or text is tested with MT.
  const isMain = siteCode === 'MT'
  describe(`the site of ${siteCode}`, () => {
    if (isMain) testMainBrand(site)
    it('a page of each kind is taken over by the script without an error or a repeated call, and is accessible, steady and as wide as a phone', async () => {
      const posts = (await listedPages(site.server.url)).filter((path) => path.startsWith('/blog/'))
      expect(posts).not.toEqual([])
      const pages = isMain ? [...others, ...posts.slice(0, 1), ...layouts] : layouts
      await expectSoundWalk(site, phone, pages)
    })

    testShortJourney(site, siteCode)

    it('[ROUTE-38] no internal link of home, header, menus, footer and content leads nowhere', async () => {
      // The same parks and regions are for sale on all brands: their pages are drawn for MT alone.
      const args = ['--render-pages', 'off']
      const plain = siteCode === 'MT' ? undefined : await startServer({ ...site.options, args })
      try {
        const { dead, opened, posts } = await followLinks(site.server.url, siteCode, plain?.url)
        expect(dead).toEqual([])
        expect(opened).toBeGreaterThan(150)
        expect(posts.length).toBeGreaterThan(24)
      } finally {
        await plain?.remove()
      }
    }, 400_000)

    it('has its own configuration in its scripts, and that of no other brand', async () => {
      const scripts = await scriptsOf(site.server.url)
      const found = Object.keys(hosts).filter((code) => scripts.includes(hosts[code] ?? code))
      expect(found).toEqual([siteCode])
    })

    it('[FOOT-12] [FOOT-13] has the landing pages of its footer, each of its own page, or none', async () => {
      await expectLandingPages(site.server.url, siteCode)
    })

    it('every route has its status, title, canonical link or redirect, and is rendered', async () => {
      const { faults, opened } = await tourRoutes(site.server.url, siteCode)
      expect(faults).toEqual([])
      expect(opened).toBeGreaterThan(90)
    })

    testHeader(site, siteCode)

    it('on a phone, no icon of the search box reaches over words', async () => {
      const { page, context } = await site.visit({ viewport: phone })
      await page.goto('/')
      await takenOver(page)
      await expect.poll(() => page.evaluate(iconsOverWords)).toEqual([])
      await context.close()
    })

    it('[FOOT-08] leads from the footer to European holidays: SN to its content page, the others to the channel', async () => {
      const { page, context } = await site.visit()
      await page.goto('/')
      const link = page
        .getByRole('navigation', { name: 'Footer' })
        .getByRole('link', { name: 'European Holidays' })
      const path = siteCode === 'SN' ? '/european-holiday-parks' : '/channel/eurocaravan'
      await expect.poll(() => link.getAttribute('href')).toBe(path)
      await context.close()
    })
  })
}

/** The tests that one brand stands for. */
function testMainBrand(site: Site): void {
  it('each layout is taken over by the script without an error, a shift or a repeated call on a desktop', async () => {
    await expectSoundWalk(site, desktop, layouts)
  })

  it.each(lateParts)(
    'on a phone, nothing on the home page moves when the code of “%s” comes late',
    async (name, place, code) => {
      await expectSteadyHome(site, name, place, code)
    },
  )
}

/** The tests of the header of each brand. */
function testHeader(site: Site, siteCode: string): void {
  it('has the menu on one line from 992 px on', async () => {
    const { page, context } = await site.visit({ viewport: narrowest })
    for (const width of [narrowest.width, 1100, desktop.width]) {
      await page.setViewportSize({ ...narrowest, width })
      // A font that comes late is for the next page. It is narrower than the fallback.
      const wrapped = async () => {
        await page.goto('/')
        return spill(page)
      }
      await expect.poll(wrapped, { message: `the menu at ${width} px` }).toEqual([])
    }
    await context.close()
  })

  it('[HEAD-18] its menu comes from its own file', async () => {
    const { page, context } = await site.visit({ viewport: desktop })
    await page.goto('/')
    await takenOver(page)
    const asked = page.waitForRequest((request) => request.url().includes('/json-files/'))
    const titles = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await titles.first().focus()
    expect(new URL((await asked).url()).pathname).toBe(`/json-files/mega-menu-${siteCode}.json`)
    await context.close()
  })

  it('[HEAD-05] has a top bar of 42 px, and menu buttons of at least 24 px, at every width', async () => {
    const { page, context } = await site.visit({ viewport: narrowest })
    for (const width of [narrowest.width, 1100, desktop.width, phone.width, 360, 320])
      await expectHeaderSizes(page, width)
    await context.close()
  })
}

/** Opens the home page, and lets the code of a part come once the end of its place is in view. */
async function expectSteadyHome(
  site: Site,
  name: string,
  place: string,
  code: string,
): Promise<void> {
  const { page, context, errors } = await site.visit({ viewport: phone })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(code, async (route) => {
    await held
    await route.continue()
  })
  await openRendered(page, '/')
  await takenOver(page)
  const asked = page.waitForRequest(code)
  await page
    .locator(place)
    .evaluate((it) => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight / 2))
  await asked
  release()
  const part = page.getByRole('region', { name }).filter({ visible: true }).first()
  await part.getByRole('link').first().waitFor()
  await page.waitForLoadState('networkidle')
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
}

/** Opens pages as one visitor, then goes back, then follows a link of somebody else. */
async function expectSoundWalk(
  site: Site,
  viewport: typeof phone,
  paths: readonly string[],
): Promise<void> {
  const { page, context, errors } = await site.visit({ viewport })
  const traffic = watchTraffic(context)
  // A font that comes late is for the next page.
  await page.goto('/login')
  await expectTakenOver(page, traffic, errors)
  // From here on, the browser has state that earlier pages saved.
  for (const path of paths) {
    await openRendered(page, path, traffic.forget)
    await expectTakenOver(page, traffic, errors)
    if (viewport === phone) await expectSoundToTheEnd(page)
  }
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
  const searchOf = (url: string) => Object.fromEntries(new URL(url, site.server.url).searchParams)
  expect(searchOf(page.url())).toMatchObject(searchOf(shared))
  await context.close()
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

/** Fails where the top bar is not 42 px high or a menu button is small, on a screen of this width. */
async function expectHeaderSizes(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ ...narrowest, width })
  await page.goto('/404')
  const bar = await page.locator('header .on-ink').first().boundingBox()
  expect(bar?.height, `the bar at ${width} px`).toBe(42)
  if (width < narrowest.width) return
  await takenOver(page)
  await page.getByRole('link', { name: 'UK Holiday Parks', exact: true }).first().hover()
  await expect
    .poll(() => page.getByRole('button', { name: / menu$/ }).evaluateAll(areas), {
      message: `the menu buttons at ${width} px`,
    })
    .toEqual({ shown: true, small: [] })
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
  /** The calls of the API that were made, as path and query. */
  readonly calls: readonly string[]
  /** The addresses that were not answered yet, and whether the last half second was quiet. */
  readonly state: () => { waiting: string[]; quiet: boolean }
  /** Forgets what earlier pages did. */
  readonly forget: () => void
}

function watchTraffic(context: BrowserContext): Traffic {
  const calls: string[] = []
  const waiting = new Set<Request>()
  let last = Date.now()
  const ended = (request: Request) => {
    waiting.delete(request)
    last = Date.now()
  }
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return // stays open: the page follows the flags
    waiting.add(request)
    last = Date.now()
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(named(pathname, searchParams))
  })
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  return {
    calls,
    state: () => ({
      waiting: [...waiting].map((request) => request.url()),
      quiet: Date.now() - last >= 500,
    }),
    forget: () => {
      waiting.clear()
      calls.length = 0
    },
  }
}

function named(path: string, params: Iterable<[string, string]>): string {
  return `${path}?${[...params]
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&')}`
}

/**
 * Fails unless the server rendered the page, and the script took it over unchanged and without
 * repeating the calls whose answers were in the page.
 */
async function expectTakenOver(
  page: Page,
  { calls, state }: Traffic,
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
  const known = new Set(brought.map(({ call, params }) => named(call, Object.entries(params))))
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
