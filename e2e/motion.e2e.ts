import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takenOver } from './browser'
import { startSite } from './site'

const site = startSite()

/** Follows a link inside the app; returns how often the page's content began to fade. */
async function fades(page: Page, preference: 'reduce' | 'no-preference'): Promise<number> {
  await page.emulateMedia({ reducedMotion: preference })
  await page.evaluate(() => (document.body.dataset.fades = '0'))
  await page.getByRole('banner').getByRole('link', { name: 'Meridian Times' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Holidays worth waking up for' }).waitFor()
  const opacity = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('#main') as Element).opacity)
  await expect.poll(opacity).toBe('1')
  return page.evaluate(() => Number(document.body.dataset.fades))
}

it('a page that a link leads to fades in, but not for a visitor who prefers reduced motion', async () => {
  const { page, context } = await site.visit()
  await page.goto('/login')
  await takenOver(page)
  await page.evaluate(() => {
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (target instanceof Element && target.id === 'main' && propertyName === 'opacity')
        document.body.dataset.fades = String(Number(document.body.dataset.fades ?? 0) + 1)
    })
  })
  expect(await page.evaluate(() => document.body.dataset.fades)).toBeUndefined()
  expect(await fades(page, 'no-preference')).toBe(1)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'My Booking' }).waitFor()
  expect(await fades(page, 'reduce')).toBe(0)
  await context.close()
})
