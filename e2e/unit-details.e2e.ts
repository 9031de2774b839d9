import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, phone, takenOver } from './browser'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

const first = (page: Page) => page.locator('.unit-details').first()

/** Opens the details of the first unit, and waits until all of their pictures are shown. */
async function openFirst(page: Page): Promise<void> {
  await first(page).getByText('Pictures and details').click()
  const pictures = first(page).getByRole('img')
  await pictures.first().waitFor()
  await expect.poll(() => pictures.count()).toBeGreaterThan(2)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await first(page).getByRole('listitem').first().waitFor()
}

it('a unit shows its rooms, plan and beds on a phone; Back closes them, Forward opens them', async () => {
  const { path } = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(path)
  await takenOver(page)
  await openFirst(page)
  await expectAccessible(page)
  await expect.poll(() => new URL(page.url()).hash).not.toBe('')
  await page.goBack()
  await expect.poll(() => first(page).getAttribute('open')).toBe(null)
  await page.getByRole('button', { name: /^Book/ }).first().waitFor()
  await page.goForward()
  await expect.poll(() => first(page).getAttribute('open')).toBe('')
  expect(errors).toEqual([])
  await context.close()
})

it('a unit shows its rooms, plan and beds without script', async () => {
  const { path } = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  const { page, context } = await site.visitWithoutScript()
  await page.goto(path)
  await first(page).getByText('Pictures and details').click()
  await first(page).getByRole('img').first().waitFor()
  await expect.poll(() => first(page).getByRole('img').count()).toBeGreaterThan(2)
  await first(page).getByRole('listitem').first().waitFor()
  await context.close()
})
