import { brotliCompressSync } from 'node:zlib'
import type { Page, Response, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectAccessible, expectSteady, fastest, phone, takenOver } from './browser'
import { answerLate, reachPayment } from './holiday'
import { MANY, startSite } from './site'
import { findStay } from './stays'

const site = startSite({ parks: MANY })
/** A server that does not render pages. The browser renders them and requests their data. */
const unrendered = startSite({ parks: 60, args: ['--render-pages', 'off'] })

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
const results = `/results?${query}`
const park = `/park-result/CF101/gannet-sands?${query}`
const allRegions = '/results/all-regions?channel=ukcaravan&region=all-regions&nights=7&adults=2'
const allDates = `/results/all-dates?${query}`

/** The sizes of scripts in bytes of Brotli 11, by address. Pages share most of their scripts. */
const weighed = new Map<string, number>()

async function weightOf(answer: Response): Promise<number> {
  const weight = weighed.get(answer.url()) ?? brotliCompressSync(await answer.body()).length
  weighed.set(answer.url(), weight)
  return weight
}

/**
 * The total size of the scripts that a page requests until it follows the flags, which it does last, in
 * bytes of Brotli 11.
 */
async function scriptsOf(page: Page, path: string): Promise<number> {
  const scripts = new Map<string, Promise<number>>()
  const weigh = (answer: Response) => {
    if (answer.request().resourceType() !== 'script') return
    scripts.set(answer.url(), weightOf(answer))
  }
  page.on('response', weigh)
  await Promise.all([page.waitForRequest(/\/sub\//, { timeout: 120_000 }), page.goto(path)])
  page.off('response', weigh)
  return (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0)
}

it.each([
  ['home', '/', 134_000],
  ['results', results, 142_000],
  ['park', park, 143_000],
  ['regions', '/region/ukcaravan', 140_000],
  ['parks of a region', '/holidays/ukcaravan/12/cornwall', 140_000],
])('keeps the scripts of %s within its budget', async (_, path, budget) => {
  const { page, context } = await site.visit({ viewport: phone })
  const total = await scriptsOf(page, path)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(budget)
  await context.close()
})

it('keeps the scripts of payment within its budget', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await reachPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
  const total = await scriptsOf(page, '/booking/payment')
  await page.getByRole('button', { name: 'Make payment' }).waitFor()
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(146_000)
  await context.close()
})

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('layout shift and accessibility on %s', (_, viewport) => {
  it.each([
    ['home', '/'],
    ['results', results],
    ['a park', park],
    ['all regions', allRegions],
    ['all dates', allDates],
    ['regions', '/region/ukcaravan'],
    ['operators', '/channel/ukcaravan'],
    ['parks of a region', '/holidays/ukcaravan/12/cornwall'],
  ])('%s has no layout shift when its data arrive late', async (_, path) => {
    const { page, context, errors } = await unrendered.visit({ viewport })
    const held = await holdBack(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectAccessible(page)
    await held.release()
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ['results', results, 'There was an error while loading the search results.'],
    ['a park', park, 'There was an error while loading'],
    ['all regions', allRegions, 'There was an error while loading the search results.'],
    ['all dates', allDates, 'There was an error while loading the search results.'],
  ])('%s shows an error when its calls fail, without a layout shift', async (_, path, said) => {
    const { page, context } = await unrendered.visit({ viewport })
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(path)
    await page.getByText(said).first().waitFor()
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
    await expectAccessible(page)
    await context.close()
  })

  it('“View All Prices” shows them at once, and nothing moves when the park’s text comes late', async () => {
    const { page, context, errors } = await site.visit({ viewport })
    await page.goto(results)
    await takenOver(page)
    const details = await holdBack(page, '**/api/parkdetails*')
    const timesWithoutPage = await watchPage(page)
    const units = page.waitForResponse('**/api/parkresults*')
    await page.getByRole('link', { name: 'View All Prices' }).nth(2).click()
    await page.getByRole('heading', { level: 2, name: 'Choose your dates' }).waitFor()
    await units
    expect(await timesWithoutPage()).toBe(0)
    const top = () =>
      page.evaluate(() => document.querySelector('#prices')?.getBoundingClientRect().top ?? NaN)
    const opened = await top()
    expect(opened).toBeGreaterThan(0)
    expect(opened).toBeLessThan(viewport.height / 3)
    await countShifts(page)
    await details.release()
    await page.getByRole('link', { name: /^Click here to view our/ }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
    expect(await top()).toBeCloseTo(opened, 0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('after “View All Prices” nothing moves when the units come late, although the visitor scrolls on', async () => {
    const { page, context, errors } = await site.visit({ viewport })
    await page.goto(results)
    await takenOver(page)
    const units = await holdBack(page, '**/api/parkresults*')
    await page.getByRole('link', { name: 'View All Prices' }).nth(2).click()
    await page.getByRole('link', { name: /^Click here to view our/ }).waitFor()
    await page.evaluate(() => window.scrollBy(0, window.innerHeight / 2))
    await countShifts(page)
    await units.release()
    await page
      .getByRole('button', { name: /^Book / })
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('the dialog with a park’s map does not move when its code comes late', async () => {
    const { page, context, errors } = await site.visit({ viewport })
    await page.goto(park)
    await takenOver(page)
    await answerLate(page, '**/assets/OpenMap-*.js')
    await page.getByRole('button', { name: /Open the map/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Get directions' }).waitFor()
    await expectSteady(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ['News and ideas', '**/cms/wp/v2/**', 'main h2:has-text("What does the price include?")'],
    ['What our customers say', '**/api/sitereviews*', 'footer:not(blockquote *)'],
  ])('at home, “%s” moves nothing below it when it comes late', async (name, calls, below) => {
    const { page, context, errors } = await site.visit({ viewport })
    const held = await holdBack(page, calls)
    await page.goto('/')
    await takenOver(page)
    const asked = page.waitForRequest(calls)
    const next = page.locator(below)
    await next.evaluate((it) => scrollTo(0, it.getBoundingClientRect().top + scrollY - 600))
    await asked
    const place = () => next.evaluate((it) => it.getBoundingClientRect().top)
    const before = await place()
    await held.release()
    await page.getByRole('region', { name }).locator('li a, blockquote').first().waitFor()
    expect(await place()).toBeCloseTo(before, 0)
    await expectSteady(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('[RES-10] an empty list of results says so, without a layout shift', async () => {
    const { page, context } = await site.visit({ viewport })
    await page.goto('/results?channel=ukcaravan&region=12&nights=7&adults=2&date=01/01/2031')
    await page.getByText('0 Holidays found').waitFor()
    await page.getByText(/No results/).waitFor()
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
    await expectAccessible(page)
    await context.close()
  })
})

/** Delays every answer of the API until release is called. */
async function holdBack(
  page: Page,
  calls = '**/api/**',
): Promise<{ release: () => Promise<void> }> {
  const waiting: Route[] = []
  let open = false
  await page.route(calls, (route) => {
    if (open) return route.continue()
    waiting.push(route)
    return undefined
  })
  return {
    release: async () => {
      open = true
      await Promise.all(waiting.map((route) => route.continue()))
    },
  }
}

/**
 * Counts layout shifts from now on. The browser does not count what moves within 500 ms of a press; on a
 * busy machine, what the press opens comes later than that, which is not what the test is about.
 */
async function countShifts(page: Page): Promise<void> {
  await page.waitForFunction((at) => performance.now() > at + 500, await now(page))
  await page.evaluate(() => Object.assign(window, { layoutShift: 0, moved: [] }))
}

/**
 * Counts how often the document has no page from now on, until its result is called for the number. It
 * looks after each script that changes the document: a frame may come after any of them.
 */
async function watchPage(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = Object.assign(window, { changes: 0, withoutPage: 0 })
    new MutationObserver(() => {
      seen.changes++
      if (!document.querySelector('main')) seen.withoutPage++
    }).observe(document.body, { childList: true, subtree: true })
  })
  return async () => {
    const { changes, withoutPage } = await page.evaluate(() => {
      const { changes, withoutPage } = window as unknown as Record<string, number>
      return { changes, withoutPage }
    })
    expect(changes).toBeGreaterThan(0)
    return withoutPage ?? NaN
  }
}

it('scrolls the regions and all holidays of the UK on a phone without a long task', async () => {
  const bound = 200 * (await slowness())
  expect(await fastest(bound, longestTaskOfAWalk)).toBeLessThanOrEqual(bound)
})

/** How often the loop of `slowness` runs, in 10 ms of the machine for which the bound holds. */
const LOOPS = 2_000_000

/** How many times longer than there a script takes on this machine, at least 1. */
async function slowness(): Promise<number> {
  const { page, context } = await site.visit()
  const took = await page.evaluate((loops) => {
    const times = Array.from({ length: 20 }, () => {
      const start = performance.now()
      let sum = 0
      for (let i = 0; i < loops; i++) sum = (sum * 31 + i) % 1_000_003
      return sum < 0 ? 0 : performance.now() - start
    })
    return Math.min(...times)
  }, LOOPS)
  await context.close()
  return Math.max(1, took / 10)
}

async function longestTaskOfAWalk(): Promise<number> {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto(allRegions)
  await takenOver(page)
  await page.getByRole('heading', { name: /^Regions/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const regions = await scrollThrough(page)
  await page.getByRole('button', { name: 'Show all holidays in the UK' }).click()
  await page.getByText(/Holidays found/).waitFor()
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  const holidays = await scrollThrough(page)
  expect(holidays.screens).toBeGreaterThan(regions.screens)
  await context.close()
  return Math.max(0, ...regions.tasks, ...holidays.tasks)
}

/** Scrolls to the end by half screens; returns the long tasks in that time, in milliseconds. */
async function scrollThrough(page: Page): Promise<{ tasks: number[]; screens: number }> {
  return page.evaluate(async () => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const task of list.getEntries()) tasks.push(task.duration)
    })
    observer.observe({ type: 'longtask' })
    const painted = () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
    let screens = 0
    window.scrollTo(0, 0)
    for (let last = -1; last !== window.scrollY && screens < 200; screens++) {
      last = window.scrollY
      window.scrollBy(0, window.innerHeight / 2)
      await painted()
    }
    observer.disconnect()
    return { tasks, screens }
  })
}

/** The time of the page's clock, in ms. */
function now(page: Page): Promise<number> {
  return page.evaluate(() => performance.now())
}
