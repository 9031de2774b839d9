import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, hydrated } from './browser'
import {
  cards,
  confirmedReference,
  fillDetails,
  guest,
  lookUp,
  passExtras,
  payByCard,
  pressSearch,
  CONFIRMED,
  NOT_PAID,
} from './holiday'
import { startSite } from './site'
import { findStay } from './stays'
import { faultsOf, recordTags, type TagManager } from './tag-manager'

const site = startSite({ parks: 60, args: ['--tag-manager-id', 'GTM-E2E'] })

const press = (page: Page, name: RegExp | string) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click()

/** Moves the thumb of a slider with a key that is held: several steps, which are one change. */
async function slide(page: Page, name: string, key: string) {
  const thumb = page.getByRole('slider', { name }).filter({ visible: true }).first()
  await thumb.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.down(key)
  await page.keyboard.up(key)
  await thumb.blur()
}

/** Searches from the home page, and uses everything of the results that reports an event. */
async function search(page: Page) {
  await page.goto('/?utm_source=mail')
  await hydrated(page)
  await press(page, 'OK')
  const where = page.getByRole('combobox', { name: 'Where' })
  await where.click()
  await where.fill('corn')
  await page
    .getByRole('option', { name: /^Cornwall/ })
    .first()
    .click()
  await pressSearch(page)
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  await page.getByRole('article').first().waitFor()
  await page.getByRole('combobox', { name: 'Sort' }).first().selectOption('priceDesc')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await slide(page, 'Lowest price', 'ArrowRight')
  await slide(page, 'Highest price', 'ArrowLeft')
  const pets = filters.getByRole('checkbox', { name: /^Pet friendly/ })
  await pets.check()
  const feature = filters.getByRole('checkbox', { name: /pool/i }).first()
  await feature.check()
  await feature.uncheck()
  await pets.uncheck()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await page
    .getByRole('link', { name: /^(Grid|List)$/ })
    .first()
    .click()
}

/** Opens a park, uses everything of it that reports an event, and books a unit. */
async function chooseUnit(page: Page) {
  // So far ahead that a deposit is enough.
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  await page.goto(stay.path)
  await page.getByRole('heading', { level: 1, name: 'Gannet Sands' }).waitFor()
  const units = page.getByRole('button', { name: /^Book / })
  await units.first().waitFor()
  await hydrated(page)
  await page.getByRole('combobox', { name: 'Sort' }).first().selectOption('nameAsc')
  await press(page, /^Filters/)
  const dialog = page.getByRole('button', { name: 'Increase Bedrooms' })
  await dialog.click()
  await press(page, 'Increase Bathrooms')
  await slide(page, 'Lowest price', 'ArrowRight')
  await slide(page, 'Highest price', 'ArrowLeft')
  await page.getByRole('region', { name: 'Features' }).getByRole('checkbox').first().click()
  await press(page, /^Reset/)
  await press(page, /^(Close|Done|Show)/)
  await page.getByText('Pictures and details').first().click()
  await units.first().click()
  await page.waitForURL('**/booking/extras')
  await page.getByRole('heading', { name: 'Extras' }).waitFor()
}

/** Pays: refused at first, then successfully. Returns the booking reference. */
async function pay(page: Page): Promise<string> {
  await passExtras(page)
  await fillDetails(page)
  await payByCard(page, cards.plain, { name: 'REFUSED' })
  await page.getByText(NOT_PAID).waitFor()
  await payByCard(page, cards.plain)
  return confirmedReference(page, CONFIRMED)
}

/** Everything that the tag manager received must not contain these. */
const personal = [guest.forename, guest.surname, guest.email, guest.postcode, cards.plain]

function expectTable({ received }: TagManager) {
  const [first, second, ...rest] = received as unknown[][]
  expect([first?.slice(0, 2), second?.slice(0, 2)]).toEqual([
    ['consent', 'default'],
    ['consent', 'update'],
  ])
  const events = (rest as unknown as Record<string, unknown>[]).filter(
    ({ event }) => event !== undefined && event !== 'gtm.js',
  )
  expect(events.flatMap(faultsOf)).toEqual([])
  const text = JSON.stringify(received)
  expect(personal.filter((secret) => text.includes(secret))).toEqual([])
}

it('[ANLY-02] sends every event of a whole journey to the tag manager, in order, with exactly its listed fields', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop, askedForCookies: true })
  const tags = await recordTags(context, site.server.url)
  await search(page)
  await expect.poll(() => tags.names()).toContain('switched_to_results_map_view')
  expect(tags.names()).toEqual([
    'search_form_submit',
    'search',
    'search_results_sorting',
    'parks_update_min_price',
    'parks_update_max_price',
    'toggle_pet_friendly',
    'search_results_filtering',
    'search_results_filtering',
    'toggle_pet_friendly',
    'switched_to_results_map_view',
  ])
  const before = tags.names().length
  await chooseUnit(page)
  await expect.poll(() => tags.names()).toContain('begin_checkout')
  expect(tags.names().slice(before)).toEqual([
    'view_park',
    'search_results_sorting',
    'accom_update_bedrooms',
    'accom_update_bathrooms',
    'accom_update_min_price',
    'accom_update_max_price',
    'accom_feature',
    'view_item',
    'begin_checkout',
  ])
  const booking = tags.names().length
  const reference = await pay(page)
  await lookUp(page, reference)
  await press(page, 'Pay Holiday Balance')
  await page.waitForURL('**/booking/payment')
  await payByCard(page, cards.plain)
  await confirmedReference(page, 'Your payment has been received')
  const paid = [
    'booking_step_details',
    'booking_step_payment',
    'add_payment_info',
    'booking_step_payment_action',
    'error_message',
    'payment_error',
    'add_payment_info',
    'booking_step_payment_action',
    'purchase',
    'booking_step_confirmation',
    'add_payment_info',
    'top_up_payment',
    'booking_step_payment_action',
    'purchase',
    'booking_step_confirmation',
  ]
  await expect.poll(() => tags.names().slice(booking)).toEqual(paid)
  expectTable(tags)
  expect(errors).toEqual([])
  await context.close()
})
