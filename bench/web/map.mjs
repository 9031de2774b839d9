import { launch } from './chromium.mjs'
import { manyResults, slowDown, watchedPage } from './interactions.mjs'
import { short } from './report.mjs'

const ROUNDS = 5
/** Longer tasks count as long, in ms. The browser reports no others. */
const LONG = 50

const many = '/results?channel=ukcaravan&region=12&nights=7&adults=2&view=map'

/**
 * Moves a map with as many holidays as an answer contains (2,000, all over the UK) on a desktop with a
 * processor slowed down four times, and reports the longest task: of dragging, of zooming by the
 * buttons and by the wheel, and of opening circles. `path` is another map, with the holidays that the
 * server finds.
 */
export async function measureMap(report, url, path) {
  const browser = await launch()
  try {
    const page = await watchedPage(browser, url)
    if (!path) await page.route('**/api/search?*', (route) => manyResults(route, placeAllOverTheUK))
    await page.goto(path ?? many)
    await page.locator('.map-cluster').first().waitFor()
    await slowDown(page)
    const longest = []
    for (const [name, { at, act }] of Object.entries(moves)) {
      const tasks = []
      for (let round = 0; round < ROUNDS; round++) {
        const point = await at(page, round)
        await page.evaluate(() => window.settled())
        await page.evaluate(() => window.begin())
        await act(page, point, round)
        tasks.push(...(await page.evaluate(() => window.end())).tasks)
      }
      report.note(`map, ${name}: long tasks of ${tasks.map(short).join(', ') || 'no'} ms`)
      longest.push(...tasks)
    }
    report.bar('map_longest_task', Math.max(0, ...longest), [LONG, 'most'], 'ms')
  } finally {
    await browser.close()
  }
}

/** Where the map is free of cards and buttons. */
const middle = { x: 930, y: 560 }

const press = (page, { x, y }) => page.mouse.click(x, y)

/**
 * Each move with the point at which it begins. The point is looked up before: Playwright looks up
 * elements with a script in the page, which would be measured.
 */
const moves = {
  'opening circles': { at: centreOfACircle, act: press },
  'zooming out': { at: (page) => centreOfButton(page, 'Zoom out'), act: press },
  'zooming in': { at: (page) => centreOfButton(page, 'Zoom in'), act: press },
  wheel: {
    at: () => middle,
    act: async (page, { x, y }, round) => {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, round % 2 === 0 ? 240 : -240)
    },
  },
  dragging: {
    at: () => middle,
    act: async (page, { x, y }, round) => {
      const to = round % 2 === 0 ? -250 : 250
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + to, y + to / 3, { steps: 20 })
      await page.mouse.up()
    },
  },
}

async function centreOfButton(page, name) {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The centre of a circle that nothing covers. Where there is none, it zooms out. */
async function centreOfACircle(page, round) {
  for (;;) {
    await page.evaluate(() => window.settled())
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('.map-cluster')].flatMap((circle) => {
        const { x, y, width, height } = circle.getBoundingClientRect()
        const centre = { x: x + width / 2, y: y + height / 2 }
        return document.elementFromPoint(centre.x, centre.y)?.closest('.map-cluster') === circle
          ? [centre]
          : []
      }),
    )
    if (found.length > 0) return found[round % found.length]
    await press(page, await centreOfButton(page, 'Zoom out'))
  }
}

/** Spreads holidays evenly; the numbers are the generalised golden ratios of two dimensions. */
function placeAllOverTheUK(row, index) {
  const part = (ratio) => (index * ratio) % 1
  const lat = (50.2 + 6.4 * part(0.7548776662)).toFixed(5)
  const lon = (-5.2 + 6.6 * part(0.5698402909)).toFixed(5)
  return { ...row, lat, lon }
}
