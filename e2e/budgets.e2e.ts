import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  changeTimers,
  desktop,
  expectAccessible,
  expectSound,
  expectSteady,
  fastest,
  FLAGS_WAIT_MS,
  phone,
  takenOver,
} from './browser'
import { atPayment } from './holiday'
import { answerLate, holdBack } from './late'
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
const region = '/holidays/ukcaravan/12/cornwall'

/** The sizes of scripts in bytes of Brotli 11, by address. Pages share most of their scripts. */
const weighed = new Map<string, number>()

async function weightOf(answer: Response): Promise<number> {
  const weight = weighed.get(answer.url()) ?? brotliCompressSync(await answer.body()).length
  weighed.set(answer.url(), weight)
  return weight
}

/**
 * The total size of the scripts that a page requests until it follows the flags, which it does when it
 * has had nothing to load for one and a half seconds, in bytes of Brotli 11.
 */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  await changeTimers(page, FLAGS_WAIT_MS, 1500)
  const scripts = new Map<string, Promise<number>>()
  const weigh = (answer: Response) => {
    if (answer.request().resourceType() !== 'script') return
    scripts.set(answer.url(), weightOf(answer))
  }
  page.on('response', weigh)
  await Promise.all([page.waitForRequest(/\/sub\//, { timeout: 120_000 }), open()])
  page.off('response', weigh)
  return (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0)
}

it.each([
  ['home', '/', 130_000],
  ['results', results, 136_000],
  ['park', park, 135_500],
  ['all regions', allRegions, 130_500],
  ['all dates', allDates, 132_000],
  ['parks of a region', region, 135_500],
  ['late deals', '/last-minute-deals', 131_500],
  ['content', '/terms', 104_000],
  ['help', '/help', 108_000],
  ['the blog', '/blog', 107_500],
])('keeps the scripts of %s within its budget', async (_, path, budget) => {
  const { page, context } = await site.visit({ viewport: phone })
  const total = await scriptsOf(page, () => page.goto(path))
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(budget)
  await context.close()
})

it('keeps the scripts of payment within its budget', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  const total = await scriptsOf(page, () => atPayment(page, stay))
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(130_000)
  await context.close()
})

it.each([
  ['home', 'a phone', phone, '/'],
  ['results', 'a phone', phone, results],
  ['a park', 'a phone', phone, park],
  ['all regions', 'a phone', phone, allRegions],
  ['all dates', 'a phone', phone, allDates],
  ['parks of a region', 'a phone', phone, region],
  ['a park', 'a desktop', desktop, park],
] as const)('%s on %s moves nothing when its data arrive late', async (_, __, viewport, path) => {
  const { page, context, errors } = await unrendered.visit({ viewport })
  const release = await holdBack(page, '**/api/**')
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (viewport === phone && (path === results || path === park)) await expectAccessible(page)
  release()
  await page.waitForLoadState('networkidle')
  // With all its data, the walk through MT's pages shows it to axe.
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
})

it('what moves in a page is noticed, also after another page has taken its place', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  const push = async () => {
    await countShifts(page)
    await page.evaluate(() => {
      const box = document.createElement('div')
      box.style.height = '200px'
      document.querySelector('main')?.prepend(box)
      return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    await expect(expectSteady(page)).rejects.toThrow('layout shift on')
  }
  await page.goto('/terms')
  await takenOver(page)
  await push()
  await page.evaluate(() => Object.assign(window, { layoutShift: 0, moved: [] }))
  await page.locator('footer a[href="/help"]').first().click()
  await page.getByRole('region', { name: 'How to reach us' }).waitFor()
  await expectSteady(page)
  await push()
  await context.close()
})

it.each([
  ['results', results, 'There was an error while loading the search results.'],
  ['a park', park, 'There was an error while loading'],
])(
  '%s shows an error when its calls fail, without a layout shift, and is accessible',
  async (_, path, said) => {
    const { page, context } = await unrendered.visit({ viewport: phone })
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto(path)
    await page.getByText(said).first().waitFor()
    await page.waitForLoadState('networkidle')
    await expectSound(page)
    await context.close()
  },
)

it('“View All Prices” shows them at once, and nothing moves when the park’s text comes late', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(results)
  await takenOver(page)
  const release = await holdBack(page, '**/api/parkdetails*')
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
  expect(opened).toBeLessThan(phone.height / 3)
  await countShifts(page)
  release()
  await page.getByRole('link', { name: /^Click here to view our/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await expectSteady(page)
  expect(await top()).toBeCloseTo(opened, 0)
  expect(errors).toEqual([])
  await context.close()
})

it('after “View All Prices” nothing moves when the units come late, although the visitor scrolls on', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(results)
  await takenOver(page)
  const release = await holdBack(page, '**/api/parkresults*')
  await page.getByRole('link', { name: 'View All Prices' }).nth(2).click()
  await page.getByRole('link', { name: /^Click here to view our/ }).waitFor()
  await page.evaluate(() => window.scrollBy(0, window.innerHeight / 2))
  await countShifts(page)
  release()
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
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await page.goto(park)
  await takenOver(page)
  await answerLate(page, '**/assets/OpenMap-*.js')
  await page.getByRole('button', { name: /Open the map/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Get directions' }).waitFor()
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
})

it('the list of all holidays opens before its code has come, and then nothing moves and its heading has the focus', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(allRegions)
  await takenOver(page)
  const release = await holdBack(page, '**/assets/FilteredResults-*.js')
  await page.getByRole('button', { name: 'Show all holidays in the UK' }).click()
  const heading = page.getByRole('heading', { name: 'All holidays in the UK' })
  const isFocused = () => heading.evaluate((one) => one === document.activeElement)
  await expect.poll(isFocused).toBe(true)
  await countShifts(page)
  release()
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await isFocused()).toBe(true)
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
})

it('at home, the news and what customers say move nothing below them when they come late', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const parts = [
    ['News and ideas', '**/cms/wp/v2/**', 'main h2:has-text("What does the price include?")'],
    ['What our customers say', '**/api/sitereviews*', 'footer:not(blockquote *)'],
  ] as const
  const held = await Promise.all(parts.map(([, calls]) => holdBack(page, calls)))
  const asked = parts.map(([, calls]) => page.waitForRequest(calls))
  await page.goto('/')
  await takenOver(page)
  for (const [at, [name, , below]] of parts.entries()) {
    const next = page.locator(below)
    await next.evaluate((it) => scrollTo(0, it.getBoundingClientRect().top + scrollY - 600))
    await asked[at]
    const place = () => next.evaluate((it) => it.getBoundingClientRect().top)
    const before = await place()
    held[at]?.()
    await page.getByRole('region', { name }).locator('li a, blockquote').first().waitFor()
    expect(await place()).toBeCloseTo(before, 0)
    await expectSteady(page)
  }
  expect(errors).toEqual([])
  await context.close()
})

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
