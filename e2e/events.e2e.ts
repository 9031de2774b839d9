import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { desktop, takenOver } from './browser'
import {
  bookIn,
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
import { eventTable } from '../web/src/features/analytics/event-table'

const flags = mkdtempSync(join(tmpdir(), 'holidaymaker-events-'))

/** Replaces the file with the flags, as a member of staff does. */
function setFlags(features: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(flags, 'new.json'), JSON.stringify({ features }))
  renameSync(join(flags, 'new.json'), join(flags, 'flags.json'))
}

setFlags({})
const site = startSite({
  parks: 60,
  args: ['--tag-manager-id', 'GTM-E2E'],
  env: { HOLIDAYMAKER_FLAGS_FILE: join(flags, 'flags.json') },
})
afterAll(() => rmSync(flags, { recursive: true }))

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
  await takenOver(page)
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
  await takenOver(page)
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

/** The events of the way from a search to a balance that is paid. */
const journey = {
  search: [
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
  ],
  park: [
    'view_park',
    'search_results_sorting',
    'accom_update_bedrooms',
    'accom_update_bathrooms',
    'accom_update_min_price',
    'accom_update_max_price',
    'accom_feature',
    'view_item',
    'begin_checkout',
  ],
  payment: [
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
  ],
}

const EXPERIMENT = 'experiment_viewed'

/** The events of everything beside that way. */
const beside = [
  'email_sign_up',
  'external_link_click',
  'search',
  'show_external_park_modal',
  'affiliate_park_click',
  'external_link_click',
  'view_park',
  'switched_to_park_map_view',
  'dates_slider_changed',
  'begin_checkout',
  'error_message',
  'booking_timeout',
]

it('[ANLY-02] [ANLY-32] sends every event of a whole journey to the tag manager, in order, with exactly its listed fields', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop, askedForCookies: true })
  const tags = await recordTags(context, site.server.url)
  await search(page)
  await expect.poll(() => tags.names()).toContain('switched_to_results_map_view')
  expect(tags.names()).toEqual(journey.search)
  const before = tags.names().length
  await chooseUnit(page)
  await expect.poll(() => tags.names()).toContain('begin_checkout')
  expect(tags.names().slice(before)).toEqual(journey.park)
  const booking = tags.names().length
  const reference = await pay(page)
  await lookUp(page, reference)
  await press(page, 'Pay Holiday Balance')
  await page.waitForURL('**/booking/payment')
  await payByCard(page, cards.plain)
  await confirmedReference(page, 'Your payment has been received')
  await expect.poll(() => tags.names().slice(booking)).toEqual(journey.payment)
  expectTable(tags)
  expect(errors).toEqual([])
  await context.close()
})

/** Opens the results that have a park of another company, and leaves for that company's site. */
async function leaveForAnotherCompany(page: Page) {
  const { channel, region, date, nights } = await findStay(site.server, {
    parkId: 'BE101',
    nights: 7,
  })
  const query = new URLSearchParams({ channel, region, date, nights: String(nights), adults: '2' })
  await page.goto(`/results?${query.toString()}`)
  await takenOver(page)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Brackenridge Treetops' }) })
  await card.getByRole('button', { name: 'View All Prices' }).click()
  const dialog = page.getByRole('dialog', { name: /website$/ })
  const tab = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: /^Continue to / }).click()
  await (await tab).close()
}

/** An error about a request, or the stream of the flags, that a server which restarts has not answered. */
const unanswered =
  /^Failed to load resource: (?:net::ERR_|.* status of 503 )|\/(?:sub|api\/features)\/[\w-]+\)$/

/**
 * Opens a park's map, chooses another date in its strip, and begins a booking that times out. While the
 * server restarts for that, the page may ask it for something, such as the flags, their code or a picture;
 * these errors are taken off `errors`.
 */
async function missBooking(page: Page, errors: string[]) {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, monthsOn: 7 })
  await page.goto(stay.path)
  await page
    .getByRole('button', { name: /^Book / })
    .first()
    .waitFor()
  await takenOver(page)
  await page.getByRole('button', { name: /Open the map/ }).click()
  await page
    .getByRole('dialog', { name: /^Where / })
    .getByRole('button', { name: 'Close' })
    .click()
  const before = page.url()
  await page
    .getByRole('list', { name: 'Arrival dates' })
    .getByRole('button', { name: /£/, pressed: false })
    .first()
    .click()
  await expect.poll(() => page.url()).not.toBe(before)
  await bookIn(page)
  const earlier = errors.length
  await site.restart(120)
  await press(page, 'Continue to step 2')
  await page.getByRole('heading', { name: 'Your booking has timed out' }).waitFor()
  const during = errors.splice(earlier)
  errors.push(...during.filter((text) => !unanswered.test(text)))
}

it('sends the events of everything beside that way, those of other companies’ parks included', async () => {
  setFlags({
    isWorldpayOn: {
      defaultValue: true,
      rules: [{ key: 'card-form', variations: [true, true], weights: [1, 0], hashAttribute: 'id' }],
    },
  })
  const { page, context, errors } = await site.visit({ viewport: desktop, askedForCookies: true })
  const tags = await recordTags(context, site.server.url)
  await page.goto('/')
  await takenOver(page)
  await press(page, 'OK')
  await expect.poll(() => tags.names()).toEqual([EXPERIMENT])
  // Each document reports the experiment, whenever its flags have come.
  const others = () => tags.names().filter((name) => name !== EXPERIMENT)
  // The form's code comes when the form does.
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Sign up' }) })
  await form.first().scrollIntoViewIfNeeded()
  await expect
    .poll(() => form.first().evaluate((one: HTMLFormElement) => one.noValidate))
    .toBe(true)
  await page.getByRole('textbox', { name: 'First name' }).first().fill(guest.forename)
  await page.getByRole('textbox', { name: 'Email' }).first().fill(guest.email)
  await press(page, 'Sign up')
  await page.getByText('Thank you for signing up!').waitFor()
  const reviews = context.waitForEvent('page')
  await page
    .getByRole('link', { name: /^Read our reviews/ })
    .first()
    .click()
  await (await reviews).close()
  await leaveForAnotherCompany(page)
  await expect.poll(others).toEqual(beside.slice(0, 6))
  await missBooking(page, errors)
  await expect.poll(others).toEqual(beside)
  expectTable(tags)
  expect(errors).toEqual([])
  await context.close()
})

it('both together send every event of the table', () => {
  const sent = [...Object.values(journey).flat(), ...beside, EXPERIMENT]
  expect([...new Set(sent)].toSorted()).toEqual(Object.keys(eventTable).toSorted())
})
