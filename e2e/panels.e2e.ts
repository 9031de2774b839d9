import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone } from './browser'
import { startSite } from './site'

const site = startSite({ parks: 60 })

const laptop = { width: 1366, height: 650 }

it.each([
  ['the home page', '/'],
  ['the results', '/results?channel=ukcaravan&region=12&nights=7&adults=2'],
])('the calendar of %s fits a low screen, and scrolls to its price', async (_, path) => {
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
})

it('the floating My Booking button goes while a panel of the search box is open', async () => {
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

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target.toString()} is not drawn`)
  return box
}

async function bottomOf(target: Locator): Promise<number> {
  const { y, height } = await boxOf(target)
  return Math.floor(y + height)
}
