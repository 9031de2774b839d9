import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  desktop,
  expectAccessible,
  expectIconsDrawn,
  expectSteady,
  openContext,
  phone,
  takenOver,
} from './browser'
import { MANY, startSite } from './site'

const site = startSite({ parks: MANY })

const main = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const byRegion = (page: Page) => main(page).getByRole('region', { name: 'By region' })
const toggle = (page: Page, title: string) =>
  main(page).getByRole('button', { name: `${title} menu` })

/** Opens a page and waits until it reacts to the pointer. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

/** Opens the first park of a list and checks that its page has the park's name. */
async function openFirstPark(page: Page): Promise<void> {
  const card = page.getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.getByRole('link').click()
  await expect.poll(async () => heading(page).innerText()).toBe(name)
}

describe('from the menu to a park', () => {
  it('[BRAND-04] by the pointer', async () => {
    const { page, context, errors } = await site.visit({ viewport: desktop })
    await open(page, '/login')
    await main(page).getByRole('link', { name: 'UK Holiday Parks', exact: true }).hover()
    const first = byRegion(page).getByRole('link').first()
    const region = await first.innerText()
    await expectAccessible(page)
    await first.click()
    await expect.poll(async () => heading(page).innerText()).toContain('Browse')
    await expect.poll(() => new URL(page.url()).pathname).toContain('/ukcaravan/')
    await page
      .getByRole('main')
      .getByText(region, { exact: true })
      .filter({ visible: true })
      .first()
      .waitFor()
    await expect.poll(async () => byRegion(page).count()).toBe(0)
    await openFirstPark(page)
    await expectSteady(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('by touch on a phone', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    await open(page, '/login')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await main(page).getByRole('button', { name: 'Boating Holidays', exact: true }).tap()
    const first = byRegion(page).getByRole('link').first()
    await first.waitFor()
    await expectAccessible(page)
    await first.tap()
    await expect.poll(() => new URL(page.url()).pathname).toContain('/boats/')
    await openFirstPark(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('of uktouring, which the menu lacks, from the foot of the page on a phone', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    await open(page, '/login')
    const foot = page.getByRole('contentinfo')
    await foot.getByRole('button', { name: 'Holiday type' }).click()
    await foot.getByRole('link', { name: 'Camping & Touring' }).click()
    await page.waitForURL('**/channel/uktouring')
    const links = (path: string) =>
      page.getByRole('main').locator(`a[href^="${path}"]`).filter({ visible: true })
    await links('/region/uktouring').first().click()
    await page.waitForURL('**/region/uktouring')
    await links('/holidays/uktouring/').first().click()
    await page.waitForURL('**/holidays/uktouring/*/*')
    await expectAccessible(page)
    await openFirstPark(page)
    await expectSteady(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('by the keyboard; Escape returns the focus to the button', async () => {
    const { page, context, errors } = await site.visit({ viewport: desktop })
    await open(page, '/region/ukcaravan?page=1')
    await main(page).getByRole('link', { name: 'UK Lodge Breaks', exact: true }).focus()
    await toggle(page, 'UK Lodge Breaks').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await byRegion(page).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect.poll(async () => byRegion(page).count()).toBe(0)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('UK Lodge Breaks menu')
    await page.keyboard.press('Space')
    await byRegion(page).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toContain('/uklodge/')
    await openFirstPark(page)
    expect(errors).toEqual([])
    await context.close()
  })
})

it('by touch on a wide screen: a press of the button opens the menu, a press beside it closes it', async () => {
  const context = await openContext(site.browser, {
    baseURL: site.server.url,
    viewport: desktop,
    hasTouch: true,
    locale: 'en-GB',
  })
  await context.addCookies([{ name: 'acceptSiteCookies', value: 'false', url: site.server.url }])
  const page = await context.newPage()
  await open(page, '/login')
  await toggle(page, 'UK Lodge Breaks').tap()
  await byRegion(page).waitFor()
  await toggle(page, 'UK Cottages').tap()
  await expect
    .poll(async () => toggle(page, 'UK Cottages').getAttribute('aria-expanded'))
    .toBe('true')
  await page.touchscreen.tap(600, 880)
  await expect.poll(async () => byRegion(page).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/login')
  await toggle(page, 'UK Lodge Breaks').tap()
  await byRegion(page).getByRole('link').first().tap()
  await expect.poll(() => new URL(page.url()).pathname).toContain('/uklodge/')
  await openFirstPark(page)
  await context.close()
})

it('opens above the sticky search box, without a layout shift, on a list whose icons of features are drawn', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await open(page, '/holidays/ukcaravan/12/cornwall?sort=price')
  await expectIconsDrawn(page)
  await main(page).getByRole('link', { name: 'UK Holiday Parks', exact: true }).hover()
  const link = byRegion(page).getByRole('link').last()
  await link.waitFor()
  const covered = () =>
    link.evaluate((one) => {
      const { x, y, height } = one.getBoundingClientRect()
      return document.elementFromPoint(x + 5, y + height / 2)?.closest('a') !== one
    })
  await expect.poll(covered).toBe(false)
  await main(page).getByRole('link', { name: 'UK Cottages', exact: true }).hover()
  await expect
    .poll(async () => toggle(page, 'UK Cottages').getAttribute('aria-expanded'))
    .toBe('true')
  await page.mouse.move(600, 880)
  await expect.poll(async () => byRegion(page).count()).toBe(0)
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
})

it('[BRAND-04] without script, links lead through regions, places for dogs, towns, operators and a guide to a park', async () => {
  const { page, context } = await site.visitWithoutScript()
  await page.goto('/region/ukcaravan')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Cornwall/ })
    .click()
  await expect.poll(() => heading(page).innerText()).toBe('Browse Holiday Parks by Park')
  await page.getByRole('link', { name: 'Click here to view our Cornwall Travel Guide' }).click()
  await expect.poll(() => heading(page).innerText()).toBe('Cornwall Travel Guide')
  await page.getByRole('article').first().getByRole('heading').waitFor()
  await page.goto('/region/ukcaravan')
  await page.getByRole('link', { name: /^Dog Friendly UK Holiday Parks/ }).click()
  await expect.poll(() => heading(page).innerText()).toBe('Dog Friendly UK Holiday Parks')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Cornwall/ })
    .click()
  await expect.poll(() => new URL(page.url()).search).toBe('?dogs=y')
  const towns = page.getByRole('navigation', { name: 'Towns' }).getByRole('link')
  await towns.nth(1).click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/area\/ukcaravan\/12\//)
  await page.goto('/channel/ukcaravan')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Coastfold Parks/ })
    .click()
  await expect.poll(() => heading(page).innerText()).toBe('Coastfold Parks from All of the UK')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Cornwall/ })
    .click()
  await expect.poll(() => heading(page).innerText()).toBe('Coastfold Parks from Cornwall')
  const card = page.getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.getByRole('link').click()
  await expect.poll(() => heading(page).innerText()).toBe(name)
  await context.close()
})
