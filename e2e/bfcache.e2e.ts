import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launch, openContext } from './browser'
import { startSite } from './site'

const site = startSite()

let browser: Browser

// Playwright switches the back/forward cache off by default, and a Chromium without a window has none.
beforeAll(async () => {
  browser = await launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
})

afterAll(async () => browser?.close())

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'

/**
 * Leaves a page for another document and goes back; returns 'restored' when the page came from the
 * back/forward cache.
 */
async function comesBack(path: string): Promise<string> {
  const context = await openContext(browser, { baseURL: site.server.url })
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    addEventListener('pageshow', (event) => {
      sessionStorage.setItem('persisted', String(event.persisted))
    })
  })
  // This document runs no script. The test only needs a page to go back from.
  await page.goto('/MT/logo-dark.svg')
  await page.evaluate(() => history.back()).catch(() => undefined)
  await expect
    .poll(() => new URL(page.url()).pathname)
    .toBe(new URL(path, site.server.url).pathname)
  await expect.poll(() => page.evaluate(outcome)).not.toBe('')
  const restored = await page.evaluate(outcome)
  await context.close()
  return restored
}

/**
 * Runs in the page: 'restored', the reasons why the page was not restored, or '' when neither is
 * known yet.
 */
function outcome(): string {
  if (sessionStorage.getItem('persisted') === 'true') return 'restored'
  const [entry] = performance.getEntriesByType('navigation')
  const { notRestoredReasons } = entry as unknown as { notRestoredReasons?: object | null }
  return notRestoredReasons ? JSON.stringify(notRestoredReasons) : ''
}

it.each(['/', `/results?${query}`, '/holidays/CF101/gannet-sands'])(
  '%s comes back from the back/forward cache as it was left',
  async (path) => {
    expect(await comesBack(path)).toBe('restored')
  },
)
