import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningServer } from './server'
import type { Stay } from './stays'

/** The guest of the bookings. The privacy test looks for these words. */
export const guest = {
  forename: 'Wilhelmina',
  surname: 'Quennell-Ashby',
  email: 'wilhelmina.quennell@mailbox.example',
  telephone: '07700 900461',
  address1: '17 Kestrel Rise',
  town: 'Ludlow',
  county: 'Shropshire',
  postcode: 'SY8 4KD',
}

/** The simulator's test cards (docs/demo.md). */
export const cards = {
  plain: '4444 3333 2222 1111',
  challenged: '4000 0000 0000 1091',
}
/** What the payment pages say about the result of a payment. */
export const CONFIRMED = 'Your holiday booking has been confirmed!'
export const NOT_PAID =
  'There was an error processing your previous payment. Please try again. No payment has been taken from you at this time.'
export const UNKNOWN =
  'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'

export const securityNumber = '731'
export const cardholder = 'B Vandervelde'

/** Rejects cookies, so that the banner does not cover the page. */
export async function rejectCookies(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reject' }).click()
}

/**
 * Chooses in the calendar, the given number of months ahead, the first day with a price.
 * Returns that price in pence.
 */
export async function chooseDay(page: Page, monthsOn: number): Promise<number> {
  await page.getByRole('button', { name: /^When/ }).click()
  const calendar = page.getByRole('dialog', { name: 'When' })
  for (let month = 0; month < monthsOn; month++)
    await calendar.getByRole('button', { name: 'Next month' }).click()
  // The days follow shortly after their heading.
  const month = await calendar.getByRole('heading', { level: 3 }).first().innerText()
  const days = calendar.getByRole('grid', { name: month }).getByRole('gridcell')
  const day = days.getByRole('button', { name: /£/ }).first()
  const price = penceIn(await day.innerText())
  await day.click()
  await calendar.waitFor({ state: 'hidden' })
  return price
}

/** Presses the search button of the layout that is visible. */
export async function pressSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).filter({ visible: true }).click()
}

/** Leaves the extras step without choosing any. */
export async function passExtras(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to step 2' }).click()
  await page.waitForURL('**/booking/details')
}

/** Fills in the guest's name, address and contact details. */
export async function fillContact(page: Page): Promise<void> {
  const contact = page.getByRole('main')
  await contact.getByLabel('Title').first().selectOption('Ms')
  await page.locator('#forename').fill(guest.forename)
  await page.locator('#surname').fill(guest.surname)
  await page.locator('#dob').fill('03/07/1985')
  await page.locator('#email').fill(guest.email)
  await page.locator('#telephone').fill(guest.telephone)
  await page.locator('#address1').fill(guest.address1)
  await page.locator('#town').fill(guest.town)
  await page.locator('#county').fill(guest.county)
  await page.locator('#postcode').fill(guest.postcode)
}

/** Fills in the details of the guest and of a second adult, and continues. */
export async function fillDetails(page: Page): Promise<void> {
  await fillContact(page)
  await page.locator('#title2').selectOption('Mr')
  await page.locator('#initial2').fill('T')
  await page.locator('#lastName2').fill('Ashby')
  if (await page.locator('#age2').count()) await page.locator('#age2').fill('41')
  else await page.locator('#dob2').fill('03/07/1984')
  if (await page.locator('#age1').count()) {
    const age = page.locator('#age1')
    if (await age.isEditable()) await age.fill('40')
  }
  await page.getByRole('button', { name: 'Continue to step 3' }).click()
  await page.waitForURL('**/booking/payment')
}

/** Fills in the card form. */
export async function fillCard(page: Page, number: string, name = cardholder): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12/29')
  await page.getByLabel('Security number').fill(securityNumber)
  await page.getByLabel('Name on card').fill(name)
}

/** Fills in the card form and presses 'Make payment', `times` times. */
export async function payByCard(
  page: Page,
  number: string,
  { name = cardholder, times = 1 } = {},
): Promise<void> {
  await fillCard(page, number, name)
  const left = page.waitForURL('**/booking/payment-action*')
  await page.getByRole('button', { name: 'Make payment' }).click({ clickCount: times })
  await left
}

/**
 * Stops the next card request of a page before it reaches the server. `sent` resolves to that
 * request.
 */
export async function holdCard(page: Page): Promise<{ sent: Promise<Route> }> {
  let caught: (route: Route) => void
  const sent = new Promise<Route>((resolve) => (caught = resolve))
  await page.route('**/api/postpayment', (route) => caught(route), { times: 1 })
  return { sent }
}

/**
 * Pays a booking in full by card from the payment step; for a card that is challenged, the bank asks.
 * The provider takes `amount`. Returns the booking's reference.
 */
export async function payInFull(
  page: Page,
  server: RunningServer,
  amount: number,
  card = cards.challenged,
): Promise<string> {
  await page.getByRole('radio', { name: /^Full Payment/ }).check()
  const today = page.getByText('To pay today:').locator('..')
  await expect.poll(() => today.innerText()).toContain(pounds(amount))
  const reference = await referenceOf(page)
  await payByCard(page, card)
  if (card === cards.challenged) await answerBank(page, 'Approve')
  await confirmedReference(page, CONFIRMED)
  await expect
    .poll(() => server.orders(reference).map(({ captured }) => captured))
    .toEqual([amount])
  return reference
}

/** Chooses PayPal on the payment step and goes to the wallet's page. */
export async function goToWallet(page: Page): Promise<void> {
  const choice = page.getByRole('radio', { name: 'PayPal' })
  if (await choice.count()) await choice.check() // where it is the only way to pay, there is none
  await page.getByRole('button', { name: /^Confirm payment of £/ }).click({ clickCount: 2 })
  await page.getByRole('heading', { name: 'TEST WALLET' }).waitFor()
}

/** Pays by PayPal; `behaviour` is what the wallet's page offers, '' for a wallet without faults. */
export async function payByWallet(page: Page, behaviour = ''): Promise<void> {
  await goToWallet(page)
  await page.getByLabel('How the wallet behaves').selectOption(behaviour)
  await page.getByRole('button', { name: 'Approve' }).click()
}

/** Answers the bank's 3-D Secure question in its frame. */
export async function answerBank(page: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  const bank = page.frameLocator('iframe[title="Security check by your bank"]')
  await bank.getByRole('button', { name: answer }).click()
}

/** The booking reference that the confirmation shows. */
export async function confirmedReference(page: Page, heading: string): Promise<string> {
  await page.waitForURL('**/booking/confirmation')
  await page.getByRole('heading', { name: heading }).waitFor()
  const shown = async () => {
    const text = await page.getByRole('main').innerText()
    return /\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/.exec(text)?.[0] ?? ''
  }
  await expect.poll(shown, { message: 'the confirmation shows a reference' }).not.toBe('')
  return shown()
}

/** The booking reference in the state of a booking page. */
export async function referenceOf(page: Page): Promise<string> {
  const saved = await page.waitForFunction(() => {
    const text = sessionStorage.getItem('persist:root')
    const slices = text ? (JSON.parse(text) as Record<string, string>) : {}
    const booking = JSON.parse(slices['booking'] ?? '{}') as { bookingId?: string }
    return booking.bookingId
  })
  return (await saved.jsonValue()) ?? ''
}

/** Looks a booking up on /login. */
export async function lookUp(page: Page, reference: string): Promise<void> {
  await page.goto('/login')
  const form = page.getByRole('main')
  await form.getByLabel('Booking Reference').fill(reference.toLowerCase())
  await form.getByLabel('Surname').fill(guest.surname.toUpperCase())
  await form.getByLabel('Postcode').fill(guest.postcode.replace(' ', ''))
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/my-booking')
}

/** The first amount in pounds in a text, in pence. */
export function penceIn(text: string): number {
  const amount = /£([\d,]+)(?:\.(\d\d))?/.exec(text)
  if (!amount) throw new Error(`no amount in '${text}'`)
  return Number((amount[1] ?? '').replaceAll(',', '')) * 100 + Number(amount[2] ?? 0)
}

/** Formats pence as '£189'; the pence are written when they are not zero or `always` is set. */
export function pounds(pence: number, always = false): string {
  const [whole = '', rest = ''] = (pence / 100).toFixed(2).split('.')
  const grouped = always ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `£${grouped}${always || rest !== '00' ? `.${rest}` : ''}`
}

/** Opens the park of a stay, presses Book for its unit and waits for the extras. */
export async function startBooking(page: Page, stay: Stay, times = 1): Promise<void> {
  await page.goto(stay.path)
  await pressBook(page, stay, times)
}

/** On the page of its park, presses Book for a stay's unit and waits for the extras. */
export async function pressBook(page: Page, stay: Stay, times = 1): Promise<void> {
  await bookIn(page, unitRow(page, stay), times)
}

/** Presses the first Book of a page, or of a part of it, and waits for the extras. */
export async function bookIn(page: Page, part: Page | Locator = page, times = 1): Promise<void> {
  await part
    .getByRole('button', { name: /^Book / })
    .first()
    .click({ clickCount: times })
  await page.waitForURL('**/booking/extras')
  await page.getByRole('heading', { name: 'Extras' }).waitFor()
}

/** The row of a stay's unit on its park's page. */
export function unitRow(page: Page, { unitDesc, price }: Stay): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Book / }) })
    .filter({ hasText: unitDesc })
    .filter({ hasText: pounds(price) })
    .first()
}

/** Goes through the booking of a stay up to the payment step. */
export async function reachPayment(page: Page, stay: Stay): Promise<void> {
  await startBooking(page, stay)
  await passExtras(page)
  await fillDetails(page)
  await page.getByRole('button', { name: 'Make payment' }).waitFor()
}

/**
 * Brings a visitor to the payment step of a stay without the steps before it: makes their calls, and
 * saves what they save in the browser. The way through the steps is `reachPayment`.
 */
export async function atPayment(page: Page, stay: Stay): Promise<void> {
  const empty = '**/empty'
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/empty')
  await page.evaluate(bookUpToPayment, { stay, guest })
  await page.unroute(empty)
  await page.goto('/booking/payment')
  await page.getByRole('button', { name: 'Make payment' }).waitFor()
}

/** Runs in a page without scripts of its own: takes the steps before the payment. */
async function bookUpToPayment(of: { stay: Stay; guest: Record<string, string> }): Promise<void> {
  const { unitId, parkName, path } = of.stay
  const read = async (answer: Response) => {
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.url} answered ${text}`)
    return (JSON.parse(text) as { data: unknown }).data
  }
  const send = async (call: string, fields: Record<string, string>) =>
    read(await fetch(call, { method: 'POST', body: new URLSearchParams(fields) }))

  const query = { unitId, searchId: '0', adults: '2', partySize: '2', petFriendly: 'N' }
  const started = await read(await fetch(`/api/book?${new URLSearchParams(query).toString()}`))
  const { booking } = started as { booking: { bookId: string; partyAge?: string } }
  const { bookId } = booking
  const options = { country: 'CNUK', emailOpt: 'N', smsOpt: 'N', thirdOpt: 'N' }
  const contact = { ...of.guest, title: 'Ms', dob: '03/07/1985', ...options }
  await send('/api/setuserdetails', { bookId, ...contact })
  const names = { title1: 'Ms', initial1: 'W', title2: 'Mr', initial2: 'T' }
  const surnames = { lastName1: of.guest['surname'] ?? '', lastName2: 'Ashby' }
  const ages: Record<string, string> =
    booking.partyAge === 'dob'
      ? { dob1: contact.dob, dob2: '03/07/1984' }
      : { age1: '41', age2: '40' }
  const values = { ...names, ...surnames, ...ages }
  const types = { type1: 'adult', type2: 'adult' }
  await send('/api/setpartydetails', { bookId, onlyBooking: 'N', ...types, ...values })

  const stepsCompleted = ['EXTRAS', 'DETAILS']
  const slices = {
    booking: { bookingId: bookId, parkName, parkBookingUrl: path, stepsCompleted },
    bookingForm: { party: { values, onlyBooking: false } },
    _persist: { version: 1, rehydrated: true },
  }
  const texts = Object.entries(slices).map(([name, slice]) => [name, JSON.stringify(slice)])
  sessionStorage.setItem('persist:root', JSON.stringify(Object.fromEntries(texts)))
}

/** Expects no way to sign in, and no other currency than pounds. */
export async function expectOpen(page: Page): Promise<void> {
  expect(await page.locator('input[type=password]').count()).toBe(0)
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/sign in|log in|register|create an account/i)
  expect(text).not.toMatch(/[$€]\s?\d|\d\s?(?:EUR|USD)/)
}
