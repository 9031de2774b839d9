import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, it, onTestFailed } from 'vitest'
import { changeTimers, desktop, hydrated, openRendered, phone, takenOver } from './browser'
import { holdBack } from './late'
import { MANY, startSite } from './site'

const site = startSite({ parks: MANY })

beforeEach(() => {
  onTestFailed(() => {
    const left = site.server
      .log()
      .split('\n')
      .filter((line) => line.includes('left to the browser'))
    if (left.length > 0) console.error(left.join('\n'))
  })
})

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
it('hydrates a page that the server rendered when the browser has saved state; the address wins over the saved search', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(`/results?${query}`)
  await page.getByRole('article').first().waitFor()
  await page.goto('/login')
  await takenOver(page)
  await page.goto('/results?channel=ukcaravan&region=11&nights=4&adults=3')
  await takenOver(page)
  await page.getByRole('heading', { level: 1, name: 'Holidays in Devon' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).searchParams.get('nights')).toBe('4')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'My Booking' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it.each([
  ['[HOME-09] beneath the banner on a phone', phone, 'banner'],
  ['[HOME-09] beneath the hero on a desktop', desktop, 'hero'],
])('shows the one search box %s, before and after the script', async (_, viewport, above) => {
  const { page, context } = await site.visit({ viewport })
  const release = await holdBack(page, '**/assets/*.js')
  const expectPlace = async () => {
    const top = async (locator: Locator) => (await locator.first().boundingBox())?.y ?? NaN
    await expect.poll(() => page.getByRole('search').count()).toBe(1)
    const box = await top(page.getByRole('search'))
    const banner = await top(page.getByText('Dogs are welcome'))
    if (above === 'banner') expect(banner).toBeLessThan(box)
    else expect(box).toBeLessThan(banner)
  }
  await openRendered(page, '/')
  await expectPlace()
  release()
  await takenOver(page)
  await expectPlace()
  await context.close()
})

it('asks for its scripts after what is painted first; a late part does not load the style sheet again that the document has', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const priorities: Record<string, string> = {}
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    priorities[new URL(request.url).pathname] = request.initialPriority
  })
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url())
  })
  await openRendered(page, '/')
  const priorityOf = (names: RegExp) =>
    Object.entries(priorities)
      .filter(([path]) => names.test(path))
      .map(([, priority]) => priority)
  // It may be asked for after the document has loaded.
  await expect.poll(() => priorityOf(/\/assets\/main-.*\.js$/)).toEqual(['Low'])
  expect(priorityOf(/\.woff2$/)).toEqual(['High'])
  await hydrated(page)
  await page.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  expect(sheets).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

/**
 * A visit whose page marks in its timeline when it runs its script. With `onTime` it does not run the
 * script because half a second has passed.
 */
async function timedVisit({ onTime = true } = {}) {
  const visit = await site.visit({ viewport: phone })
  await visit.page.route('**/assets/main-*.js', async (route) => {
    const answer = await route.fetch()
    const body = `performance.mark('script');${await answer.text()}`
    await route.fulfill({ response: answer, body })
  })
  if (onTime) await changeTimers(visit.page, 500)
  return visit
}

/** When an entry of the page's timeline with such a name began, and when it ended, in ms. */
function timesOf(page: Page, name: RegExp) {
  return page.evaluate((source) => {
    const entries = performance.getEntries()
    const entry = entries.find((one) => new RegExp(source).test(one.name))
    return {
      began: entry?.startTime ?? NaN,
      ended: (entry?.startTime ?? NaN) + (entry?.duration ?? 0),
    }
  }, name.source)
}

it('runs its script after the first paint', async () => {
  const { page, context, errors } = await timedVisit()
  await openRendered(page, '/')
  await hydrated(page)
  const paint = await timesOf(page, /^first-contentful-paint$/)
  expect((await timesOf(page, /^script$/)).began).toBeGreaterThanOrEqual(paint.began)
  expect(errors).toEqual([])
  await context.close()
})

it('runs its script after the first paint and its first pictures', async () => {
  const { page, context, errors } = await timedVisit()
  const picture = /\/images\/hero\//
  await page.route(picture, async (route) => {
    // The text is painted long before the picture arrives.
    await expect.poll(async () => (await timesOf(page, /^first-paint$/)).began).toBeGreaterThan(0)
    await page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame)
    })
    await route.continue()
  })
  await openRendered(page, '/')
  await hydrated(page)
  const { began } = await timesOf(page, /^script$/)
  for (const earlier of [
    (await timesOf(page, /^first-contentful-paint$/)).began,
    (await timesOf(page, picture)).ended,
  ])
    expect(began).toBeGreaterThanOrEqual(earlier)
  expect(errors).toEqual([])
  await context.close()
})

it('runs its script without a paint in a tab in the background', async () => {
  const { page, context, errors } = await timedVisit()
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.requestAnimationFrame = () => 0
  })
  await openRendered(page, '/')
  await hydrated(page)
  expect(errors).toEqual([])
  await context.close()
})

it('runs its script in a browser that reports no paint', async () => {
  const { page, context, errors } = await timedVisit({ onTime: false })
  await page.addInitScript(() => {
    window.PerformanceObserver = class extends PerformanceObserver {
      override observe() {}
    }
  })
  await openRendered(page, '/')
  await hydrated(page)
  expect(errors).toEqual([])
  await context.close()
})
