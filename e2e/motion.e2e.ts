import { expect, it } from 'vitest'
import { desktop, hydrated } from './browser'
import { startSite } from './site'

const site = startSite()

/** Follows a link inside the app; returns how often the page's content began to fade. */
async function fades(preference: 'reduce' | 'no-preference'): Promise<number> {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.emulateMedia({ reducedMotion: preference })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await hydrated(page)
  await page.evaluate(() => {
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (target instanceof Element && target.id === 'main' && propertyName === 'opacity')
        document.body.dataset.fades = String(Number(document.body.dataset.fades ?? 0) + 1)
    })
  })
  expect(await page.evaluate(() => document.body.dataset.fades)).toBeUndefined()
  await page.getByRole('banner').getByRole('link', { name: 'Meridian Times' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Holidays worth waking up for' }).waitFor()
  const opacity = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('#main') as Element).opacity)
  await expect.poll(opacity).toBe('1')
  const seen = await page.evaluate(() => Number(document.body.dataset.fades ?? 0))
  await context.close()
  return seen
}

it('a page that a link leads to fades in', async () => {
  expect(await fades('no-preference')).toBe(1)
})

it('no page fades for a visitor who prefers reduced motion', async () => {
  expect(await fades('reduce')).toBe(0)
})
