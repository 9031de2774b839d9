import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone } from './browser'
import { startSite } from './site'

const site = startSite({ parks: 60 })

const laptop = { width: 1366, height: 650 }

it.each([
  ['the home page', '/'],
  ['the results', '/results?channel=ukcaravan&region=12&nights=7&adults=2'],
])(
  'the calendar of %s fits a screen of little height, and scrolls to its price',
  async (_, path) => {
    const { page, context } = await site.visit({ viewport: laptop })
    await page.goto(path)
    await page.getByRole('button', { name: /^When/ }).click()
    const calendar = page.getByRole('dialog', { name: 'When' })
    await calendar.getByRole('gridcell').first().waitFor()
    await expect.poll(() => bottomOf(calendar)).toBeLessThanOrEqual(laptop.height)
    await calendar.hover()
    await page.mouse.wheel(0, 2000)
    const stay = calendar.getByText(/^[A-Z].* to [A-Z]/).last()
    await expect.poll(() => bottomOf(stay)).toBeLessThanOrEqual(laptop.height)
    await context.close()
  },
)

it('the floating My Booking button is hidden while a panel of the search box is open', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/')
  const floating = page.locator('[data-floating]')
  const party = page.getByRole('button', { name: /^Your Party/ })
  await party.scrollIntoViewIfNeeded()
  await expect.poll(() => floating.isVisible()).toBe(true)
  await party.click()
  const panel = page.getByRole('dialog', { name: 'Your Party' })
  await panel.waitFor()
  await expect.poll(() => floating.isVisible()).toBe(false)
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => floating.isVisible()).toBe(true)
  await context.close()
})

it('the floating My Booking button and an open panel are never visible in the same frame, even on a slow machine', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/')
  const floating = page.locator('[data-floating]')
  const party = page.getByRole('button', { name: /^Your Party/ })
  await party.scrollIntoViewIfNeeded()
  await expect.poll(() => floating.isVisible(), { timeout: 10_000 }).toBe(true)
  const session = await context.newCDPSession(page)
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
  expect(open).toBeGreaterThan(0)
  expect(both).toBe(0)
  await context.close()
})

it.each([
  [320, 568],
  [390, 664],
])(
  'on a phone of %i × %i a panel that opens below the fold comes into view',
  async (width, height) => {
    const { page, context } = await site.visit({ viewport: { width, height } })
    await page.goto('/')
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
      // The bottom edge must be visible; of a panel that is taller than the screen, the top edge.
      await expect
        .poll(
          async () => {
            const { y, height: tall } = await boxOf(panel)
            return y + tall <= height + 1 || (y >= -1 && y < height / 2)
          },
          { timeout: 10_000 },
        )
        .toBe(true)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
    }
    await context.close()
  },
)

it('the phone menu covers the sticky search box', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/results?channel=ukcaravan&region=12&nights=7&adults=2')
  await page.getByRole('button', { name: 'Menu' }).click()
  const first = page.getByRole('navigation').getByRole('link').first()
  await first.waitFor()
  await expect
    .poll(
      () =>
        first.evaluate((link) => {
          const { left, top, width, height } = link.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return hit !== null && link.contains(hit)
        }),
      { timeout: 10_000 },
    )
    .toBe(true)
  await context.close()
})

it('selected and other buttons look different in forced colours', async () => {
  const { page, context } = await site.visit()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/results/all-dates?channel=ukcaravan&region=12&nights=7&adults=2')
  const chosen = page.getByRole('button', { name: /^7 nights/, pressed: true }).first()
  const other = page.getByRole('button', { name: /nights/, pressed: false }).first()
  await chosen.waitFor()
  const looks = (target: Locator) =>
    target.evaluate((element) => {
      const { backgroundColor, color, outline, borderColor } = getComputedStyle(element)
      return [backgroundColor, color, outline, borderColor].join(' ')
    })
  expect(await looks(chosen)).not.toBe(await looks(other))
  await context.close()
})

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target.toString()} is not on the screen`)
  return box
}

async function bottomOf(target: Locator): Promise<number> {
  const { y, height } = await boxOf(target)
  return Math.floor(y + height)
}
