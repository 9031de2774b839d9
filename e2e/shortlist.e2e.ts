import { expect, it } from 'vitest'
import { expectAccessible, expectSteady, phone, takenOver } from './browser'
import { startSite } from './site'

const site = startSite()

const results = '/results?channel=ukcaravan&region=12&nights=7&adults=2'

it('leads from a heart to the shortlist, and to a friend, on a phone', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.addInitScript(keepShared)
  await page.goto(results)
  const hearts = page.getByRole('button', { name: /^Save .* to your shortlist$/ })
  await takenOver(page)
  await hearts.nth(0).focus()
  await page.keyboard.press('Enter')
  await hearts.nth(1).click()
  await expect.poll(() => hearts.nth(0).getAttribute('aria-pressed')).toBe('true')
  await expectSteady(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('link', { name: /^Shortlist\s*2$/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Shortlist' }).waitFor()
  const table = page.getByRole('table')
  await table.waitFor()
  await expect.poll(() => table.getByRole('columnheader').count()).toBe(2)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Share' }).click()
  const shared = () => page.evaluate(() => document.documentElement.dataset.shared ?? '')
  await expect.poll(shared).toContain('/shortlist?parks=')
  const friend = await site.visit({ viewport: phone })
  await friend.page.goto(await shared())
  await friend.page.getByRole('heading', { level: 1, name: 'Shared shortlist' }).waitFor()
  await friend.page.waitForLoadState('networkidle')
  await expectSteady(friend.page)
  await expectAccessible(friend.page)
  await friend.page.getByRole('button', { name: 'Save to my shortlist' }).click()
  await friend.page.getByText('2 holidays saved.').waitFor()
  expect([...errors, ...friend.errors]).toEqual([])
  await friend.context.close()
  await context.close()
})

/** Runs in the page, in place of the device's clipboard and share sheet, which a test cannot read. */
function keepShared() {
  const keep = async (url: string) => {
    document.documentElement.dataset.shared = url
  }
  Object.defineProperty(navigator, 'share', { value: ({ url }: { url: string }) => keep(url) })
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: keep } })
}

it('is the same in two tabs', async () => {
  const { page, context } = await site.visit()
  const other = await context.newPage()
  await page.goto(results)
  await other.goto('/shortlist')
  await other.getByText('You have not saved a holiday yet.').waitFor()
  const heart = page.getByRole('button', { name: /^Save .* to your shortlist$/ }).first()
  await takenOver(page)
  await heart.click()
  await other.getByText('1 holiday kept').waitFor()
  await other.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  await context.close()
})
