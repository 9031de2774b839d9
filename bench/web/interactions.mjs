import { launch } from './chromium.mjs'
import { median, short } from './report.mjs'

/** The results in the list, the slow-down of the processor, and the repetitions of each interaction. */
const ROWS = 2000
const SLOWDOWN = 4
const ROUNDS = 5

const results = '/results?channel=ukcaravan&region=12&nights=7&adults=2'

/**
 * Measures interactions on a desktop with 2,000 results and a processor slowed down four times: the
 * time from each press to the next paint, by the browser's event timing. For each interaction, the
 * longest of its events counts, and of the rounds the median.
 */
export async function measureInteractions(report, url) {
  const browser = await launch()
  try {
    const page = await watchedPage(browser, url, { reducedMotion: 'reduce' })
    await page.route('**/api/search?*', (route) => manyResults(route))
    await page.goto(results)
    await page
      .getByText(/2,?000 Holidays found/)
      .first()
      .waitFor()
    await slowDown(page)

    for (const { name, bound, prepare, control, key } of interactions) {
      const took = []
      const tasks = []
      for (let round = 0; round < ROUNDS; round++) {
        await prepare?.(page)
        if (control) await pointAt(page, control(page, round))
        const seen = await measured(page, () =>
          control ? click(page) : page.keyboard.press(key(round)),
        )
        took.push(...seen.events)
        tasks.push(...seen.tasks)
      }
      const long = tasks.length > 0 ? `; long tasks of ${tasks.map(short).join(', ')} ms` : ''
      report.note(`${name}: next paint after ${took.map(short).join(', ')} ms${long}`)
      report.bar(`inp_${name}`, median(took), [bound, 'most'], 'ms')
    }
  } finally {
    await browser.close()
  }
}

/** A page of a desktop that watches its events and tasks. */
export async function watchedPage(browser, url, options) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    ...options,
  })
  await context.addCookies([{ name: 'acceptSiteCookies', value: 'false', url }])
  await context.addInitScript(watch)
  return context.newPage()
}

/** Slows the processor down once the page has loaded everything. */
export async function slowDown(page) {
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Each presses a control with the mouse, or a key. */
const interactions = [
  {
    name: 'filter',
    bound: 100,
    control: (page, round) => page.getByRole('checkbox').nth(1 + (round >> 1)),
  },
  {
    name: 'sort',
    bound: 100,
    prepare: (page) => page.getByRole('combobox', { name: 'Sort' }).focus(),
    key: (round) => (round % 2 === 0 ? 'ArrowDown' : 'ArrowUp'),
  },
  {
    name: 'month',
    bound: 100,
    prepare: async (page) => {
      const next = page.getByRole('button', { name: 'Next month' })
      if (!(await next.isVisible())) await page.getByRole('button', { name: /^When/ }).click()
      await next.waitFor()
    },
    control: (page) => page.getByRole('button', { name: 'Next month' }),
  },
  {
    name: 'party',
    bound: 100,
    prepare: async (page) => {
      const more = page.getByRole('button', { name: 'Increase Children' })
      if (await more.isVisible()) return
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Your Party/ }).click()
      await more.waitFor()
    },
    control: (page) => page.getByRole('button', { name: 'Increase Children' }),
  },
  {
    name: 'party_done',
    bound: 100,
    prepare: async (page) => {
      const done = page.getByRole('button', { name: 'Done' })
      if (!(await done.isVisible())) await page.getByRole('button', { name: /^Your Party/ }).click()
      await page.getByRole('button', { name: 'Decrease Children' }).click()
    },
    control: (page) => page.getByRole('button', { name: 'Done' }),
  },
  {
    name: 'where',
    bound: 50,
    prepare: (page) => page.getByRole('combobox', { name: 'Where' }).focus(),
    key: (round) => 'corn'.charAt(round) || 'Backspace',
  },
]

/**
 * Moves the mouse to the middle of a control. Playwright's own click would look for the control while
 * the press is handled, which is then measured as work of the page.
 */
async function pointAt(page, control) {
  await control.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await control.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
}

async function click(page) {
  await page.mouse.down()
  await page.mouse.up()
}

/** Runs an interaction and waits until the browser has reported all of its events. */
async function measured(page, act) {
  await page.evaluate(() => window.settled())
  await page.evaluate(() => window.begin())
  await act()
  return page.evaluate(() => window.end())
}

/** Runs in the page: records the events and the long tasks of an interaction. */
function watch() {
  const SHORTEST = 16 // the shortest duration that event timing reports
  let events = []
  let tasks = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) events.push(duration)
  }).observe({ type: 'event', durationThreshold: SHORTEST })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  // Waits for three idle periods, each after a frame. Then no work or painting is left.
  window.settled = async () => {
    for (let idle = 0; idle < 3; idle++) {
      await new Promise((done) => requestAnimationFrame(done))
      await new Promise((done) => requestIdleCallback(done))
    }
  }
  window.begin = () => {
    events = []
    tasks = []
  }
  window.end = async () => {
    await window.settled()
    await new Promise((done) => setTimeout(done, 300))
    return { events: [Math.max(SHORTEST, ...events)], tasks }
  }
}

/**
 * Answers a search with copies of the server's results, until there are ROWS of them. `change` may
 * change each of them.
 */
export async function manyResults(route, change = (row) => row) {
  const answer = await route.fetch()
  const body = await answer.json()
  const { data } = body
  const found = data.results ?? []
  if (found.length > 0) {
    data.results = Array.from({ length: ROWS }, (_, index) => {
      const row = found[index % found.length]
      const copy = Math.floor(index / found.length)
      if (copy === 0) return change(row, index)
      const price = (Number(row.price) + copy * 7).toFixed(2)
      const parkId = `${row.parkId}X${copy}`
      return change({ ...row, parkId, name: `${row.name} ${copy}`, price }, index)
    })
    data.count = ROWS
    data.exactCount = data.results.filter(({ exact }) => exact).length
    data.alternativeCount = ROWS - data.exactCount
  }
  await route.fulfill({ response: answer, json: body })
}
