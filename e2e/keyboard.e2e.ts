import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takenOver } from './browser'
import { CONFIRMED, cards, confirmedReference, guest, securityNumber } from './holiday'
import { startSite } from './site'

const site = startSite()

it('books a holiday by keyboard alone, from the home page to the confirmation', async () => {
  const { page, context, errors } = await site.visit()
  await page.goto('/')
  // The field of the server is not replaced while it has the focus.
  await takenOver(page)
  await tabTo(page, page.getByRole('combobox', { name: 'Where' }))
  await page.keyboard.type('corn')
  await page.getByRole('option', { name: 'Cornwall' }).waitFor()
  await page.keyboard.press('Enter')
  await pickDay(page, 6)
  await pressByKey(page, page.getByRole('button', { name: 'Search', exact: true }))
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  await page.getByRole('article').first().waitFor()
  await pressByKey(page, page.getByRole('link', { name: 'View All Prices of Gannet Sands' }))
  await page
    .getByRole('button', { name: /^Book / })
    .first()
    .waitFor()
  await pressByKey(page, page.getByRole('button', { name: /^Book / }).first())
  await page.waitForURL('**/booking/extras')

  await pressByKey(page, page.getByRole('checkbox', { name: /^Yes, I want/ }).first(), ' ')
  await pressByKey(page, page.getByRole('button', { name: 'Continue to step 2' }))
  await page.waitForURL('**/booking/details')
  await typeDetails(page)
  await pressByKey(page, page.getByRole('button', { name: 'Continue to step 3' }))
  await page.waitForURL('**/booking/payment')

  for (const [label, text] of [
    ['Card number', cards.challenged],
    ['Expiration date', '1229'],
    ['Security number', securityNumber],
    ['Name on card', 'W Quennell'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  await pressByKey(page, page.getByRole('button', { name: 'Make payment' }))
  await page.waitForURL('**/booking/payment-action')
  const bank = page.frameLocator('iframe[title="Security check by your bank"]')
  await pressByKey(page, bank.getByRole('button', { name: 'Approve' }))
  const reference = await confirmedReference(page, CONFIRMED)
  expect(site.server.booking(reference)['State']).toBe('confirmed')
  expect(errors).toEqual([])
  await context.close()
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs < 150; tabs++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}

async function pressByKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** In the calendar: presses Page Down for each month, then arrow keys up to a day with a price. */
async function pickDay(page: Page, monthsOn: number): Promise<void> {
  await pressByKey(page, page.getByRole('button', { name: /^When/ }))
  const calendar = page.getByRole('dialog', { name: 'When' })
  const focused = calendar.getByRole('gridcell').locator('button[tabindex="0"]').first()
  await tabTo(page, focused)
  for (let month = 0; month < monthsOn; month++) await page.keyboard.press('PageDown')
  for (let days = 0; days < 60; days++) {
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (name.includes('£')) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'hidden' })
}

async function typeDetails(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const typed: [string, string][] = [
    ['#title', 'Ms'],
    ['#forename', guest.forename],
    ['#surname', guest.surname],
    ['#email', guest.email],
    ['#telephone', guest.telephone],
    ['#dob', '03071985'],
    ['#address1', guest.address1],
    ['#town', guest.town],
    ['#county', guest.county],
    ['#postcode', guest.postcode],
    ['#title2', 'Mr'],
    ['#initial2', 'T'],
    ['#lastName2', 'Ashby'],
    ['#age2', '41'],
  ]
  for (const [field, text] of typed) {
    await tabTo(page, main.locator(field))
    await page.keyboard.type(text)
  }
}
