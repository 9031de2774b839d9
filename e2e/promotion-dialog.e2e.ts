import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, hydrated, phone } from './browser'
import { focusInSearchBox, sendWrongWords } from './gate'
import { startSite } from './site'

// The gate in a dialog: a promotion of a brand whose search box the gate does not replace.
const dir = mkdtempSync(join(tmpdir(), 'promotion-'))
const file = join(dir, 'promotion.json')
writeFileSync(
  file,
  JSON.stringify({
    open: true,
    bookingMode: true,
    emailCapture: true,
    codeWords: ['Harbour', 'Deckchair'],
    newspapers: [{ code: 'DX', name: 'Daily Example' }],
    dates: { ukpromo: [{ weekdays: ['Fri', 'Mon'] }] },
  }),
)
const site = startSite({ parks: 20, args: ['--promotion', file] })
afterAll(() => rmSync(dir, { recursive: true }))

const opener = (page: Page) => page.getByRole('link', { name: 'Search For Your Holiday' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find your holiday' })
const focusIsInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('dialog') !== null)

describe('the gate in a dialog', () => {
  it('on a phone keeps the focus, closes by Escape with what was typed, and leads to the search box', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('search').first().waitFor({ state: 'attached' })
    await opener(page).click()
    await page.getByLabel('Password 1').waitFor()
    await expect.poll(() => focusIsInside(page)).toBe(true)
    await expectAccessible(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)

    await page.getByLabel('Password 1').fill('harbour')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => opener(page).evaluate((it) => it === document.activeElement)).toBe(true)

    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Password 1').inputValue()).toBe('harbour')
    await sendWrongWords(page)
    await expect
      .poll(() => page.getByLabel('Password 2').evaluate((it) => it === document.activeElement))
      .toBe(true)
    await expectAccessible(page)

    await page.getByLabel('Password 2').fill('DECKCHAIR ')
    await page.getByRole('button', { name: /^Newspaper/ }).click()
    // A press on the name, not on the circle.
    await dialog(page).getByText('Daily Example').click()
    await page.getByRole('radio').waitFor({ state: 'detached' })
    await dialog(page).getByLabel('Email').fill('reader@mail.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    await focusInSearchBox(page)
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .toContain('promoPass')
    expect(errors).toEqual([])
    await context.close()
  })

  it('on a desktop, Back with the dialog open leaves the page, and the words are there again', async () => {
    const { page, context, errors } = await site.visit({ viewport: desktop })
    await page.goto('/about-us')
    await hydrated(page)
    await page.locator('header a[href="/"]').first().click()
    await opener(page).click()
    await page.getByLabel('Password 1').fill('harbour')
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/about-us')
    await dialog(page).waitFor({ state: 'hidden' })
    await page.goForward()
    await opener(page).click()
    await expect.poll(() => page.getByLabel('Password 1').inputValue()).toBe('harbour')
    expect(errors).toEqual([])
    await context.close()
  })
})

it.each([
  ['Search For Your Holiday', desktop],
  ['Search now', phone],
] as const)('without script, %s leads to the search form', async (name, viewport) => {
  const { page, context } = await site.visitWithoutScript(viewport)
  await page.goto('/?utm_source=mail')
  await page.getByRole('link', { name, exact: true }).click()
  const form = page.getByRole('search').first()
  await expect.poll(async () => (await form.boundingBox())?.y).toBeLessThan(viewport.height / 2)
  expect(new URL(page.url()).search).toBe('?utm_source=mail')
  await form.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/\/results/)
  await context.close()
})
