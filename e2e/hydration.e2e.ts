import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copySources, type Sources } from './brand-build'
import { desktop, launch, phone, visit } from './browser'
import { startServer, type RunningServer } from './server'

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'

/** One address of every kind of page that the server renders. */
const routes = [
  '/',
  `/results?${query}`,
  `/results?${query}&page=2`,
  '/results',
  '/results/all-regions?channel=ukcaravan&region=all-regions&nights=7',
  `/results/all-dates?${query}`,
  '/holidays/CF101/gannet-sands',
  `/park-result/CF101/gannet-sands?${query}`,
  '/login',
  '/terms',
  '/404',
  '/no/such/page?region=12',
  '/holidays/GONE1/a-park-of-before',
]

/** A link from somebody else. Its search differs from the visitor's own. */
const shared = '/results?channel=uklodge&region=12&nights=4&adults=3&dogs=y'

let browser: Browser
let sources: Sources

beforeAll(async () => {
  sources = copySources()
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  sources?.remove()
})

describe.each(['MT', 'BF', 'SN', 'RP'])('server rendering for %s', (siteCode) => {
  let server: RunningServer

  beforeAll(async () => {
    // The tests' own binary is built for MT.
    const binary = siteCode === 'MT' ? undefined : sources.build(siteCode)
    server = await startServer({ parks: 60, binary })
  }, 300_000)

  afterAll(async () => server?.remove())

  it.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ])(
    'are taken over by the script without an error, a shift or a repeated call, on %s',
    async (_, viewport) => {
      const { page, context, errors } = await visit(browser, server.url, { viewport })
      const calls = watchCalls(context)
      // From the second page on, the browser has state that earlier pages saved.
      for (const path of routes) {
        calls.length = 0
        await page.goto(path)
        await expectTakenOver(page, calls, errors)
      }
      for (const path of routes.toReversed().slice(1, 4)) {
        await page.goBack()
        expect(page.url()).toContain(path.split('?')[0])
        await expectTakenOver(page, [], errors)
      }
      await page.goto(`/results?${query}`)
      calls.length = 0
      await page.goto(shared)
      await expectTakenOver(page, calls, errors)
      expect(new URL(page.url()).search).toBe(new URL(shared, server.url).search)
      await context.close()
    },
    300_000,
  )
})

/** The calls that the pages of a visitor make, as path and query. */
function watchCalls(context: BrowserContext): string[] {
  const calls: string[] = []
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(named(pathname, searchParams))
  })
  return calls
}

function named(path: string, params: Iterable<[string, string]>): string {
  return `${path}?${[...params]
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&')}`
}

/**
 * Fails unless the server drew the page, and the script took it over unchanged and without
 * repeating the calls whose answers were in the page.
 */
async function expectTakenOver(page: Page, calls: string[], errors: string[]): Promise<void> {
  const url = page.url()
  await page.locator('#root:not([data-rendered])').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
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
  let shift = await shiftOf(page)
  if (shift.layoutShift > 0.01) {
    // A slow machine may paint a page before all of it has arrived, which shifts once. A shift caused by the script happens at every load, so load again.
    await page.reload({ waitUntil: 'networkidle' })
    shift = await shiftOf(page)
  }
  expect(shift.layoutShift, `shift on ${url}:\n${shift.moved.join('\n')}`).toBeLessThanOrEqual(0.01)
}

async function shiftOf(page: Page): Promise<{ layoutShift: number; moved: string[] }> {
  return page.evaluate(() => {
    const { layoutShift, moved } = window as unknown as { layoutShift: number; moved: string[] }
    return { layoutShift, moved }
  })
}
