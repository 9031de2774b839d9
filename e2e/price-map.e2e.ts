import { expect, it } from 'vitest'
import { desktop, expectAccessible, expectSteady, phone } from './browser'
import { MANY, startSite } from './site'

const site = startSite({ parks: MANY })

const price = /£\d+(?:,\d{3})*(?:\.\d\d)?/

it('on a phone, the slider moves the map of prices over the weeks, and a region leads to its stay for that price', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto('/britain-by-price')
  await page.getByRole('heading', { name: 'Any week' }).waitFor()
  const slider = page.getByRole('slider', { name: 'Week' })
  await slider.focus()
  for (let step = 0; step < 30; step++) await slider.press('ArrowRight')
  await expect.poll(() => page.url()).toContain('week=')
  const week = await slider.getAttribute('aria-valuetext')
  await page.getByRole('heading', { name: `Arriving ${week}` }).waitFor()
  await expectAccessible(page)
  await expectSteady(page)
  const region = page.locator('svg a').last()
  const [amount = ''] = price.exec((await region.locator('title').textContent()) ?? '') ?? []
  await region.click({ force: true })
  await page.getByText(amount, { exact: true }).first().waitFor({ state: 'attached' })
  expect(page.url()).toContain('/results?')
  await page.goBack()
  await page.getByRole('heading', { name: `Arriving ${week}` }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('without script, the map of prices is a form with the table of its prices', async () => {
  const { page, context } = await site.visitWithoutScript(desktop)
  await page.goto('/britain-by-price?nights=4')
  expect(await page.getByRole('slider').count()).toBe(0)
  await page.getByLabel('Week of arrival').selectOption({ index: 28 })
  await page.getByRole('combobox', { name: 'Adults' }).selectOption('4')
  await page.getByRole('button', { name: 'Show prices' }).click()
  await page.getByRole('heading', { name: /^Arriving / }).waitFor()
  expect(page.url()).toContain('adults=4')
  const first = page.getByRole('table').getByRole('link').first()
  expect(await first.textContent()).toMatch(price)
  await context.close()
})
