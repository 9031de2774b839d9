import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectSound, takenOver, type Visitor } from './browser'
import {
  bookIn,
  CONFIRMED,
  answerBank,
  cards,
  chooseDay,
  confirmedReference,
  fillDetails,
  guest,
  lookUp,
  passExtras,
  payByCard,
  penceIn,
  pounds,
  pressSearch,
} from './holiday'
import type { RunningServer } from './server'
import { type Found, unitTypeOf, unitsLeft } from './stays'

/**
 * Where a visitor wants to go: the text to type into the search box, and the region that it stands
 * for.
 */
export interface Place {
  typed: string
  region: string
}

/** A holiday that was booked; amounts in pence. */
export interface Booked {
  reference: string
  total: number
  paid: number
}

/**
 * Books a holiday like a visitor: home page, search, park, extras, details, and a payment with 3-D
 * Secure. Checks every step for accessibility and layout shift, and compares the screens with the
 * API, the provider's records, the booking in the database, the booked nights and the e-mail.
 */
export async function bookFromHome(
  { page }: Visitor,
  server: RunningServer,
  place: Place,
): Promise<Booked> {
  const { found, cheapest } = await searchFromHome(page, place)
  const exact = found.filter((row) => row.exact)
  expect(Math.ceil(Math.min(...exact.map((row) => Number(row.price)))) * 100).toBe(cheapest)

  const row = exact.find(({ affiliate }) => affiliate === '')
  if (!row) throw new Error(`no park of our own on that date in ${place.region}`)
  const price = Math.round(Number(row.price) * 100)
  await openPark(page, row)
  const stay = { ...row, unitType: await unitTypeOf(server, row) }
  const leftBefore = await unitsLeft(server, stay)
  await bookUnitAt(page, price)
  await expectSound(page)
  await passExtras(page)
  await expectSound(page)
  await fillDetails(page)

  await page.getByRole('button', { name: 'Make payment' }).waitFor()
  await expectSound(page)
  const main = page.getByRole('main')
  await expect
    .poll(() => main.innerText())
    .toMatch(new RegExp(`Accommodation Price\\s+${pounds(price)}\\s`))
  const today = penceIn((await main.getByText('To pay today:').locator('..').innerText()) ?? '')
  await payByCard(page, cards.challenged)
  await expectAskedByBank(page)
  await expectSound(page)
  await answerBank(page, 'Approve')
  const reference = await confirmedReference(page, CONFIRMED)
  await expectSound(page)

  await expect
    .poll(() => server.orders(reference))
    .toMatchObject([{ amount: today, state: 'CAPTURED', captured: today }])
  expect(server.booking(reference)).toMatchObject({
    State: 'confirmed',
    Total: pounds(price, true),
    Paid: pounds(today, true),
    Outstanding: pounds(price - today, true),
  })
  await expect.poll(() => unitsLeft(server, stay)).toBe(leftBefore - 1)
  await expectEmail(server, reference, [pounds(price), pounds(today)])
  return { reference, total: price, paid: today }
}

/** Searches from the home page; returns the results, and the cheapest price in the calendar. */
export async function searchFromHome(
  page: Page,
  place: Place,
): Promise<{ found: Found[]; cheapest: number }> {
  await takenOver(page)
  await expectSound(page)
  const where = page.getByRole('combobox', { name: 'Where' })
  await where.click()
  await where.fill(place.typed)
  // Its name goes on with how many parks it has as soon as the server has found it.
  const regions = page.getByRole('group', { name: 'Regions' })
  await regions.getByRole('option', { name: new RegExp(`^${place.region}`) }).click()
  const cheapest = await chooseDay(page, 6)
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/search?'))
  await pressSearch(page)
  await page.getByRole('heading', { level: 1, name: `Holidays in ${place.region}` }).waitFor()
  const { data } = (await (await answered).json()) as { data: { results: Found[] } }
  await page.getByText(/Holidays? found/).waitFor()
  await page.getByRole('article').first().waitFor()
  await expectSound(page)
  return { found: data.results, cheapest }
}

async function openPark(page: Page, { name, price }: Found): Promise<void> {
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await expect
    .poll(() => card.innerText())
    .toMatch(new RegExp(`From\\s+${pounds(Math.round(Number(price) * 100))}\\s`))
  await card.getByRole('link', { name: 'View All Prices' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page
    .getByRole('button', { name: /^Book / })
    .first()
    .waitFor()
  await expectSound(page)
}

/** Books the first unit with this price. */
async function bookUnitAt(page: Page, price: number): Promise<void> {
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Book / }) })
    .filter({ hasText: pounds(price) })
  await bookIn(page, row)
}

/** Checks that the bank's page is in a frame of another site. */
async function expectAskedByBank(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Security check by your bank"]')
  await frame.getByRole('button', { name: 'Approve' }).waitFor()
  const hosts = page.frames().map((one) => new URL(one.url()).hostname)
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1', 'localhost']))
}

/**
 * Checks that this is the last of `which` e-mails about the booking, and that it has these amounts.
 */
async function expectEmail(
  server: RunningServer,
  reference: string,
  amounts: string[],
  which = 1,
): Promise<void> {
  const emails = () => server.emails().filter(({ text }) => text.includes(reference))
  await expect.poll(emails).toHaveLength(which)
  const last = emails().at(-1)
  expect(last?.head).toContain(guest.email)
  for (const amount of amounts) expect(last?.text).toContain(amount)
}

/** Finds the booking again and pays the balance, without a 3-D Secure question. */
export async function payBalance(
  { page }: Visitor,
  server: RunningServer,
  { reference, total, paid }: Booked,
): Promise<void> {
  await lookUp(page, reference)
  await page.getByText('Holiday Booking Ref').waitFor()
  await expectSound(page)
  await expect.poll(() => page.getByRole('main').innerText()).toContain(pounds(total - paid))
  await page.getByRole('button', { name: 'Pay Holiday Balance' }).click()
  await page.waitForURL('**/booking/payment')
  await page.getByLabel('Enter amount to pay (£)').waitFor()
  await expectSound(page)
  await payByCard(page, cards.plain)
  await confirmedReference(page, 'Your payment has been received')
  await expectSound(page)
  await expect
    .poll(() => server.orders(reference))
    .toMatchObject([{ captured: paid }, { captured: total - paid }])
  expect(server.booking(reference)).toMatchObject({
    State: 'confirmed',
    Paid: pounds(total, true),
    Outstanding: pounds(0, true),
  })
  await expectEmail(server, reference, [`Amount paid: ${pounds(total)}`, 'Paid.'], 2)
  await lookUp(page, reference)
  await page.getByText('Paid.').first().waitFor()
}
