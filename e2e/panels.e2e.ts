import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { now } from './clock'
import { desktop, phone, takenOver } from './browser'
import { startSite } from './site'

const site = startSite()

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
const laptop = { width: 1366, height: 650 }

it('at 1280 px the longest holiday type is on one line', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto('/region/eurocaravan')
  await takenOver(page)
  const value = page
    .getByRole('button', { name: /^Holiday Type/ })
    .getByText('European Holiday Parks', { exact: true })
  const lines = () =>
    value.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
  await expect.poll(lines).toBe(1)
  await context.close()
})

it('the calendar of the home page fits a screen of little height, and scrolls to its price', async () => {
  const { page, context } = await site.visit({ viewport: laptop })
  await page.goto('/')
  await expectCalendarFits(page)
  await context.close()
})

it('the calendar of the results fits a screen of little height, and what takes the focus is not beneath their sticky search box', async () => {
  const { page, context } = await site.visit({ viewport: laptop })
  await page.goto(`/results?${query}`)
  await expectCalendarFits(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize(desktop)
  await expectFocusInView(page)
  await context.close()
})

/** Opens the calendar of the search box. */
async function expectCalendarFits(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^When/ }).click()
  const calendar = page.getByRole('dialog', { name: 'When' })
  await calendar.getByRole('gridcell').first().waitFor()
  await expect.poll(() => bottomOf(calendar)).toBeLessThanOrEqual(laptop.height)
  await calendar.hover()
  await page.mouse.wheel(0, 2000)
  // The stay from tomorrow on, or that none begins tomorrow.
  const stay = calendar.getByText(/^(?:[A-Z].* to [A-Z]|No holidays start on )/).last()
  await expect.poll(() => bottomOf(stay)).toBeLessThanOrEqual(laptop.height)
}

/** On the results, gives the focus to a link that lies beneath the sticky search box. */
async function expectFocusInView(page: Page): Promise<void> {
  const link = page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^View (?!All)/ })
  await link.waitFor()
  const box = page.locator('#search-box')
  // Scrolled so that the link lies beneath the box, within the window: there, only the page's
  // scroll padding tells the browser that the link cannot be seen.
  await link.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 10))
  await expect.poll(async () => (await boxOf(link)).y - (await bottomOf(box))).toBeLessThan(0)
  await link.focus()
  await expect
    .poll(async () => (await boxOf(link)).y - (await bottomOf(box)))
    .toBeGreaterThanOrEqual(0)
}

it('on a phone the floating My Booking button has an edge in forced colours, is never visible together with an open panel, and does not cover a button that takes the focus', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/')
  await takenOver(page)
  const floating = page.locator('[data-floating]')
  const party = page.getByRole('button', { name: /^Your Party/ })
  await party.scrollIntoViewIfNeeded()
  await expect.poll(() => floating.isVisible()).toBe(true)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect
    .poll(() => floating.evaluate((button) => getComputedStyle(button).outlineStyle))
    .toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })
  await expectNeverWithPanel(page, party)
  await expect.poll(() => floating.isVisible()).toBe(true)

  const signUp = page.getByRole('button', { name: 'Sign up' })
  // Scrolled to the lower edge of the window: there, only the page's scroll padding tells the
  // browser that it cannot be seen.
  const coveredAtTheEdge = async () => {
    await signUp.evaluate((button) =>
      window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight),
    )
    return overlap(await boxOf(signUp), await boxOf(floating))
  }
  await expect.poll(coveredAtTheEdge).toBe(true)
  await page.waitForLoadState('networkidle') // what is loaded late above it moves it
  await expect.poll(coveredAtTheEdge).toBe(true)
  await signUp.focus()
  await expect.poll(async () => overlap(await boxOf(signUp), await boxOf(floating))).toBe(false)
  await context.close()
})

/**
 * Opens and closes the panel of the party: the floating button and the panel are not visible in the same
 * frame, on a machine that is slow.
 */
async function expectNeverWithPanel(page: Page, party: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.evaluate(() => {
    const frames = Object.assign(window, { open: 0, both: 0 })
    const look = () => {
      const button = document.querySelector('[data-floating]')
      if (document.querySelector('[data-panel]')) {
        frames.open++
        if (button && getComputedStyle(button).visibility !== 'hidden') frames.both++
      }
      requestAnimationFrame(look)
    }
    look()
  })
  const panel = page.getByRole('dialog', { name: 'Your Party' })
  for (let turn = 0; turn < 3; turn++) {
    await party.click()
    await panel.waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()
    await panel.waitFor({ state: 'detached' })
  }
  const { open, both } = await page.evaluate(() => {
    const { open, both } = window as unknown as { open: number; both: number }
    return { open, both }
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  expect(open).toBeGreaterThan(0)
  expect(both).toBe(0)
}

it.each([
  [320, 568],
  [390, 664],
])(
  'on a phone of %i × %i a panel that opens below the fold comes into view',
  async (width, height) => {
    const { page, context } = await site.visit({ viewport: { width, height } })
    // What is in the panel comes when it is open already.
    const opened = page.getByRole('dialog', { name: 'Your Party' }).waitFor()
    await page.route('**/assets/PartyCounters*.js', async (route) => {
      await opened
      await route.continue()
    })
    await page.goto('/')
    await takenOver(page)
    for (const [field, name] of [
      [/^Your Party/, 'Your Party'],
      [/^When/, 'When'],
    ] as const) {
      await page.evaluate(() => window.scrollTo(0, 0))
      const button = page.getByRole('button', { name: field })
      await button.focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name })
      await panel.waitFor()
      if (name === 'Your Party') await panel.getByRole('spinbutton', { name: 'Adults' }).waitFor()
      // The bottom edge must be visible; of a panel that is taller than the screen, the top edge.
      await expect
        .poll(async () => {
          const { y, height: tall } = await boxOf(panel)
          const isInView = y + tall <= height + 1 || (y >= -1 && y < height / 2)
          return isInView ? 'in view' : `${name} at ${y}, ${tall} high`
        })
        .toBe('in view')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
    }
    await context.close()
  },
)

it('the floating My Booking button covers neither the heading nor a link of the header, and at 992 px the search box shows the whole day of arrival', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto('/')
  const floating = page.locator('[data-floating]')
  await page.evaluate(() => window.scrollTo(0, 50))
  await expect.poll(() => floating.isVisible()).toBe(true)
  const button = await boxOf(floating)
  for (const other of [
    page.getByRole('heading', { level: 1 }),
    ...(await page.getByRole('banner').getByRole('link').filter({ visible: true }).all()),
  ])
    expect(overlap(button, await boxOf(other)), other.toString()).toBe(false)

  await page.setViewportSize({ width: 992, height: 800 })
  const day = page.getByRole('button', { name: /^When/ }).getByText(/^\w{3} \d/)
  await day.waitFor()
  await expect
    .poll(() => day.evaluate((text) => text.scrollWidth - text.clientWidth))
    .toBeLessThanOrEqual(0)
  await context.close()
})

it('at 1280 px the dates of a park stand left of its map, and its units below both', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto(`/park-result/CF101/gannet-sands?${query}`)
  await takenOver(page)
  const dates = page.getByRole('list', { name: 'Arrival dates' })
  const map = page.getByRole('region', { name: 'Where it is' })
  await dates.waitFor()
  await page.getByRole('button', { name: 'Read' }).waitFor() // the reviews above the map
  const places = page.locator('h2', { hasText: /to stay/ })
  const heading = page.getByRole('heading', { name: 'Choose your dates' })
  const [title, strip] = [await boxOf(heading), await boxOf(dates)]
  const [side, below] = [await boxOf(map), await boxOf(places)]
  expect(strip.x + strip.width).toBeLessThan(side.x)
  expect(title.y).toBeLessThan(side.y + side.height)
  expect(below.y).toBeGreaterThan(Math.max(strip.y + strip.height, side.y + side.height))
  await context.close()
})

it('on a phone what takes the focus is not beneath the sticky search box, which the menu covers; a dialog that is opened from the menu holds the page behind it and returns the focus to the menu', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto(`/results?${query}`)
  await expectFocusInView(page)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  const first = page.getByRole('navigation').getByRole('link').first()
  await first.waitFor()
  await expect
    .poll(() =>
      first.evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit !== null && link.contains(hit)
      }),
    )
    .toBe(true)
  await page
    .getByRole('navigation', { name: 'Main' })
    .filter({ visible: true })
    .getByRole('button', { name: 'My Booking' })
    .click()
  await page.getByRole('dialog', { name: 'My Booking' }).waitFor()
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
  await expect.poll(overflow).toBe('hidden')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Menu')
  await expect.poll(overflow).not.toBe('hidden')
  await context.close()
})

it('selections and edges of controls are visible in forced colours', async () => {
  const { page, context } = await site.visit()
  await page.emulateMedia({ forcedColors: 'active' })
  const looks = (target: Locator) =>
    target.evaluate((element) => {
      const { backgroundColor, color, borderColor } = getComputedStyle(element)
      return [backgroundColor, color, borderColor].join(' ')
    })
  const expectDifferent = async (chosen: Locator, other: Locator) => {
    await chosen.first().waitFor()
    await other.first().waitFor()
    expect(await looks(chosen.first())).not.toBe(await looks(other.first()))
  }
  const nights = (pressed: boolean) => page.getByRole('button', { name: /nights/, pressed })
  await page.goto(`/results/all-dates?${query}`)
  await expectDifferent(nights(true), nights(false))
  // The bars of the year, the frame around the shown months and the mark of the cheapest week have
  // the colour of text; the mark of the cheapest day has an edge.
  const chart = page.locator('svg.chart').first()
  const [ink, ...drawn] = await chart.evaluate((svg) => {
    const of = (part: string, kind: 'fill' | 'stroke') => {
      const element = svg.querySelector(part)
      return element ? getComputedStyle(element)[kind] : `no ${part}`
    }
    const text = getComputedStyle(document.body).color
    return [
      text,
      of('rect.bar', 'fill'),
      of('rect.stroke-ink', 'stroke'),
      of('rect.edge', 'stroke'),
    ]
  })
  expect(drawn).toEqual([ink, ink, ink])
  const cheapest = page.getByRole('group', { name: /^Week of/ }).locator('.edge')
  expect(await cheapest.first().evaluate((mark) => getComputedStyle(mark).outlineStyle)).toBe(
    'solid',
  )

  await page.goto(`/holidays/CF101/gannet-sands?${query}`)
  const dates = (pressed: boolean) =>
    page.getByLabel('Arrival dates').getByRole('button', { pressed })
  await expectDifferent(dates(true), dates(false))
  const book = page.getByRole('button', { name: /^Book / }).first()
  await page.getByLabel('Arrival dates').getByRole('button', { name: /£/ }).first().click()
  await book.waitFor()
  await expect
    .poll(() => book.evaluate((button) => getComputedStyle(button).outlineStyle))
    .toBe('solid')

  await page.getByRole('button', { name: /^When/ }).click()
  const days = (selected: boolean) =>
    page.getByRole('gridcell', { selected }).getByRole('button', { disabled: false })
  await expectDifferent(days(true), days(false))
  // The days of the stay are one bar, and the logo has the background for which it was made.
  const style = (target: Locator, name: 'borderTopStyle' | 'backgroundColor') =>
    target.first().evaluate((element, of) => getComputedStyle(element)[of], name)
  expect(await style(page.getByRole('grid').locator('.stay'), 'borderTopStyle')).toBe('solid')
  const logo = page.getByRole('banner').getByRole('img', { name: /Meridian/ })
  expect(await style(logo, 'backgroundColor')).toBe('rgb(255, 255, 255)')
  await context.close()
})

it('a chosen day without arrivals can be read', async () => {
  const { page, context } = await site.visit()
  const day = new Date(now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - day.getUTCDay()) // a Sunday, on which no week begins
  const date = encodeURIComponent(day.toLocaleDateString('en-GB', { timeZone: 'UTC' }))
  await page.goto(`/results/all-dates?${query}&date=${date}`)
  const chosen = page.getByRole('button', { name: /^Sunday .* no arrivals, arrival$/ })
  await chosen.waitFor()
  const [text, ground, normal] = await chosen.evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return [color, backgroundColor, getComputedStyle(document.body).color]
  })
  const accent = await page
    .getByRole('search')
    .getByRole('button', { name: 'Search' })
    .evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])
  expect([text, ground], `the page's text is ${normal}`).toEqual(accent)
  await context.close()
})

it('the price of a week stands at its place before its days have come', async () => {
  const { page, context } = await site.visit()
  await page.goto(`/results/all-dates?${query}`)
  await takenOver(page)
  const week = page
    .getByRole('group', { name: /^Week of/ })
    .filter({ hasText: '£' })
    .first()
  // A browser that paints while the document arrives shows the row as far as it has come.
  const places = await week.evaluate((row) => {
    const [, price] = row.children
    const place = () => price?.getBoundingClientRect().x
    const whole = place()
    while (row.children.length > 2) row.lastElementChild?.remove()
    return [whole, place()]
  })
  expect(places[0]).toBeGreaterThan(desktop.width / 2)
  expect(places[1]).toBe(places[0])
  await context.close()
})

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target.toString()} is not on the screen`)
  return box
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

async function bottomOf(target: Locator): Promise<number> {
  const { y, height } = await boxOf(target)
  return Math.floor(y + height)
}
