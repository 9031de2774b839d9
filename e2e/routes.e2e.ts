import { expect, it } from 'vitest'
import { desktop, expectSound, phone, takenOver } from './browser'
import { answerLate } from './late'
import { startSite } from './site'

const site = startSite()

it('[PAGE-13] shows and searches what the address says from the beginning', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  const searches: (string | null)[][] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search')
      searches.push(['region', 'nights', 'adults'].map((name) => searchParams.get(name)))
  })
  await page.goto('/results?channel=ukcaravan&region=12&nights=7&adults=4')
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  const party = page.getByRole('button', { name: /Your Party/ }).first()
  await expect.poll(() => party.innerText()).toContain('4')
  const card = page.getByRole('article').first().getByRole('link').first()
  await expect.poll(() => card.getAttribute('href')).toMatch(/nights=7&adults=4/)
  // There are no searches when the server has rendered the results.
  for (const asked of searches) expect(asked).toEqual(['12', '7', '4'])
  await context.close()
})

it('[PAGE-03] scrolls to the top and focuses the heading of a new page; Back restores the old scroll position', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/results?channel=ukcaravan&region=12&nights=7')
  await takenOver(page)
  const link = page
    .getByRole('article')
    .last()
    .getByRole('link', { name: /^View (?!All)/ })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await link.click()
  await page.waitForURL('**/holidays/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before / 2)
  await context.close()
})

it('[MINE-03] [MINE-04] can look a booking up in the header’s dialog, which keeps what was typed, on a phone', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/holidays/CF101/gannet-sands')
  await takenOver(page)
  // So late that the browser counts what the form moves.
  await answerLate(page, '**/assets/pages-*.js')
  await page
    .getByRole('banner')
    .getByRole('button', { name: 'My Booking' })
    .filter({ visible: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'My Booking' })
  await dialog.getByLabel('Booking Reference').fill('AAAAA-AAAAA')
  await dialog.getByLabel('Surname').fill('Nobody')
  await dialog.getByLabel('Postcode').fill('ZZ1 1ZZ')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog
    .getByText(
      'We could not find a booking with these details. Please check your booking reference, surname and postcode.',
    )
    .waitFor()
  await expect.poll(() => dialog.getByLabel('Booking Reference').inputValue()).toBe('AAAAA-AAAAA')
  await expectSound(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await context.close()
})

it('shows the search form as a summary below lg and in full from lg on', async () => {
  const { page, context } = await site.visit()
  await page.goto('/results?channel=ukcaravan&region=12&nights=7')
  await takenOver(page)
  const whole = () => page.getByRole('combobox', { name: 'Where' }).isVisible()
  for (const [width, shown] of [
    [992, true],
    [991, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(whole, { message: `${width} px` }).toBe(shown)
  }
  await context.close()
})
