import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import {
  expectAccessible,
  expectIconsDrawn,
  expectSound,
  expectSteady,
  openRendered,
  phone,
  takenOver,
  type Visitor,
} from './browser'
import type { Site } from './site'

/** A search of one region. */
export const query = 'channel=ukcaravan&region=12&nights=7&adults=2'

/** Pages that show features by icons. */
const withFeatures = [`/results?${query}`, `/park-result/CF101/gannet-sands?${query}`]

/** A link from somebody else. Its search differs from the visitor's own. */
const shared = '/results?channel=uklodge&region=12&nights=4&adults=3&dogs=y'

/** A visitor on a walk through pages, with the requests of the last one. */
interface Walk extends Visitor {
  traffic: Traffic
}

/** Opens pages as one visitor, who stays on the last. */
export async function expectSoundWalk(
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
export async function expectSoundReturn(
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
  let last = performance.now()
  const ended = (request: Request) => {
    waiting.delete(request)
    last = performance.now()
  }
  context.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) foreign.push(request.url())
    if (request.resourceType() === 'eventsource') return // stays open: the page follows the flags
    waiting.add(request)
    last = performance.now()
    if (/^\/(?:api|cms)\//.test(pathname)) calls.push(named(request.url().replace(origin, '')))
  })
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  return {
    calls,
    foreign,
    state: () => ({
      waiting: [...waiting].map((request) => request.url()),
      quiet: performance.now() - last >= 200,
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
  await expectSteady(page)
}
