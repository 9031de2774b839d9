import { describe, expect, it } from 'vitest'
import { expectAccessible, expectSound, phone } from './browser'
import {
  answerBank,
  atPayment,
  cards,
  CONFIRMED,
  confirmedReference,
  fillDetails,
  guest,
  holdCard,
  lookUp,
  NOT_PAID,
  passExtras,
  payByCard,
  pounds,
  reachPayment,
  referenceOf,
  startBooking,
} from './holiday'
import { answerLate } from './late'
import { startSite } from './site'
import { findStay, unitsLeft } from './stays'

const NOT_APPROVED = 'There was an error during 3D Secure validation. Please try again.'
const NO_BOOKING =
  'You have no booking in progress. Please use the search form to find your holiday.'

// Other files would change the stock that the tests count.
const site = startSite({ own: true })

/** The orders whose money was taken, which is soon after the booking is confirmed. */
const captured = (reference: string) =>
  site.server.orders(reference).filter((order) => order.captured > 0)

/** Runs in the page: whether its saved state has a booking. */
function keepsBooking(): boolean {
  const slices = JSON.parse(sessionStorage.getItem('persist:root') ?? '{}') as { booking?: string }
  const booking = JSON.parse(slices.booking ?? '{}') as Record<string, unknown>
  return booking['bookingId'] !== undefined || booking['confirmationId'] !== undefined
}

// It is the first test, because holds of others would leave one of other units, too.
it('[PARK-08] sells the last unit to one of two visitors; the other is told that it is no longer available', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', unitType: 'CF101-P3', nights: 7 })
  expect(stay.unitsLeft).toBe(1)
  const visitors = await Promise.all([site.visit(), site.visit({ viewport: phone })])
  const buttons = await Promise.all(
    visitors.map(async ({ page }) => {
      await page.goto(stay.path)
      const unit = page
        .getByRole('listitem')
        .filter({ hasText: 'Turnstone' })
        .filter({ hasText: 'ONLY 1 LEFT' })
      const book = unit.getByRole('button', { name: /^Book / })
      await book.waitFor()
      return book
    }),
  )
  await Promise.all(buttons.map((book) => book.click()))
  const ends = await Promise.all(
    visitors.map(async ({ page }) => {
      const held = page.waitForURL('**/booking/extras').then(() => true)
      const gone = page
        .getByText('This unit is no longer available.')
        .waitFor()
        .then(() => false)
      held.catch(() => undefined)
      gone.catch(() => undefined)
      return Promise.any([held, gone])
    }),
  )
  expect(ends.toSorted()).toEqual([false, true])
  await expect.poll(() => unitsLeft(site.server, stay)).toBe(0)

  const winner = visitors[ends.indexOf(true)]
  const loser = visitors[ends.indexOf(false)]
  if (!winner || !loser) throw new Error('nobody won')
  await passExtras(winner.page)
  await fillDetails(winner.page)
  await payByCard(winner.page, cards.plain)
  const reference = await confirmedReference(winner.page, CONFIRMED)
  expect(site.server.booking(reference)['State']).toBe('confirmed')
  // A busy server answers with the page of a moment ago.
  const reloaded = async () => {
    await loser.page.reload()
    await loser.page.getByRole('heading', { name: 'Gannet Sands', level: 1 }).waitFor()
    await loser.page
      .getByText(/places? to stay/i)
      .first()
      .waitFor()
    return loser.page.getByRole('main').innerText()
  }
  await expect.poll(reloaded).not.toContain('ONLY 1 LEFT')
  await Promise.all(visitors.map(({ context }) => context.close()))
})

describe('double clicks and reloads', () => {
  it('takes one unit and one payment when Book and Make payment are double-clicked, and loses nothing when any step is reloaded', async () => {
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 3 })
    const { page, context, errors } = await site.visit()
    await startBooking(page, stay, 2)
    await expect.poll(() => unitsLeft(site.server, stay)).toBe(stay.unitsLeft - 1)

    const extra = page.getByRole('checkbox', { name: /^Yes, I want/ }).first()
    await extra.check()
    await page.reload()
    await extra.waitFor()
    await expect.poll(() => extra.isChecked()).toBe(true)
    await passExtras(page)

    await page.locator('#forename').fill(guest.forename)
    await page.locator('#postcode').fill(guest.postcode)
    await page.reload()
    await page.locator('#forename').waitFor()
    await expect.poll(() => page.locator('#forename').inputValue()).toBe(guest.forename)
    await expect.poll(() => page.locator('#postcode').inputValue()).toBe(guest.postcode)
    await fillDetails(page)

    await page.getByRole('radio', { name: /^Full Payment/ }).check()
    await page.reload()
    const full = page.getByRole('radio', { name: /^Full Payment/ })
    await full.waitFor()
    await expect.poll(() => full.isChecked()).toBe(true)
    await payByCard(page, cards.plain, { times: 2 })
    const reference = await confirmedReference(page, CONFIRMED)
    await page.reload()
    expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
    expect(site.server.orders(reference)).toHaveLength(1)
    await expect.poll(() => captured(reference)).toHaveLength(1)
    await expect.poll(() => unitsLeft(site.server, stay)).toBe(stay.unitsLeft - 1)
    expect(errors).toEqual([])
    await context.close()
  })

  it('[PAGE-06] [BOOK-04] goes back to earlier steps, but not after the confirmation; another tab offers to continue; another visitor, or one who left, has no booking', async () => {
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 4 })
    const { page, context } = await site.visit()
    await reachPayment(page, stay)
    await page.goBack()
    await page.waitForURL('**/booking/details')
    await page.locator('#surname').waitFor()
    await expect.poll(() => page.locator('#surname').inputValue()).toBe(guest.surname)
    await page.goForward()
    await page.waitForURL('**/booking/payment')

    const other = await context.newPage()
    await other.goto('/booking/payment')
    await other.getByRole('button', { name: 'Continue your booking' }).waitFor()
    await expectSound(other)
    await other.close()
    const stranger = await site.visit()
    await stranger.page.goto('/booking/payment')
    await stranger.page.getByText(NO_BOOKING).waitFor()
    await expectSound(stranger.page)
    await stranger.context.close()

    await payByCard(page, cards.plain)
    const reference = await confirmedReference(page, CONFIRMED)
    await page.goBack()
    expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
    await expect.poll(() => page.evaluate(keepsBooking)).toBe(true)
    await page.goto('/')
    // The script ends the booking that was left, once it has loaded what bookings need.
    await expect.poll(() => page.evaluate(keepsBooking)).toBe(false)
    await page.goto('/booking/extras')
    await page.getByText(NO_BOOKING).waitFor()
    await page.goto('/booking/confirmation')
    await page.getByText('There is no booking confirmation data to show at this time.').waitFor()
    await expect.poll(() => captured(reference)).toHaveLength(1)
    await context.close()
  })
})

describe('a payment that the visitor leaves before it is sent', () => {
  it.each(['reload', 'goBack'] as const)(
    '[PAY-24] [PAY-26] lets the visitor pay again at once after a %s, and never sends the first card',
    async (leave) => {
      const stay = await findStay(site.server, { parkId: 'CF101', nights: 4 })
      const { page, context } = await site.visit({ viewport: phone })
      await atPayment(page, stay)
      const reference = await referenceOf(page)
      // The visitor leaves the page while the card is on its way to the server.
      const { sent } = await holdCard(page)
      if (leave === 'goBack') await answerLate(page, '**/api/prepayment')
      await payByCard(page, cards.plain)
      const card = (await sent).request()
      // The footer is out of sight wherever the next page begins.
      const screens = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
      await expect.poll(screens).toBeGreaterThan(2)
      await page[leave]()
      await page.getByText(NOT_PAID).waitFor()
      expect(new URL(page.url()).pathname).toBe('/booking/payment')
      // A reload restores the scroll position in the same frame in which the page grows. Chromium
      // counts that as a layout shift.
      await (leave === 'reload' ? expectAccessible(page) : expectSound(page))
      const answer = await context.request.post(card.url(), {
        headers: { 'content-type': card.headers()['content-type'] ?? '', origin: site.server.url },
        data: card.postDataBuffer() ?? '',
      })
      expect(answer.status()).toBe(402)
      expect(site.server.orders(reference)).toEqual([])

      await payByCard(page, cards.plain)
      expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
      expect(site.server.orders(reference)).toHaveLength(1)
      await expect.poll(() => captured(reference)).toHaveLength(1)
      await context.close()
    },
  )
})

it('[PAY-26] [PAY-22] leads back to the payment step with the reason and empty card fields, until a payment succeeds', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  const { page, context } = await site.visit({ viewport: phone })
  await atPayment(page, stay)
  const reference = await referenceOf(page)

  // On a slow processor the form comes in a later frame than its address.
  const slow = await context.newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await payByCard(page, cards.plain, { name: 'REFUSED' })
  await page.getByText(NOT_PAID).waitFor()
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  expect(new URL(page.url()).pathname).toBe('/booking/payment')
  await expect.poll(() => page.getByLabel('Card number').inputValue()).toBe('')
  await expectSound(page)

  await payByCard(page, cards.challenged)
  await answerBank(page, 'Decline')
  await page.getByText(NOT_APPROVED).waitFor()
  expect(captured(reference)).toEqual([])
  expect(site.server.booking(reference)['State']).not.toBe('confirmed')

  await payByCard(page, cards.plain)
  expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
  await expect.poll(() => captured(reference)).toHaveLength(1)
  expect(site.server.orders(reference)).toHaveLength(3)
  await context.close()
})

it('[PAY-05] takes a compulsory deposit; the balance is the operator’s', async () => {
  const stay = await findStay(site.server, { parkId: 'HH101', nights: 7 })
  const { page, context } = await site.visit()
  await atPayment(page, stay)
  await page
    .getByText(
      'You will pay a deposit now and the balance will be payable direct to the park operator before the holiday date.',
    )
    .waitFor()
  expect(await page.getByRole('radio', { name: /^Full Payment/ }).count()).toBe(0)
  await payByCard(page, cards.plain)
  const reference = await confirmedReference(page, CONFIRMED)
  const ticket = page.getByRole('region', { name: 'Your booking' })
  await ticket.getByText('Payable direct to the park operator').waitFor()
  await expect.poll(() => captured(reference)).toMatchObject([{ captured: 6500 }])
  await lookUp(page, reference)
  await page
    .getByText(
      `The balance of ${pounds(stay.price - 6500)} is payable direct to the park operator.`,
    )
    .waitFor()
  expect(await page.getByRole('button', { name: 'Pay Holiday Balance' }).count()).toBe(0)
  await context.close()
})
