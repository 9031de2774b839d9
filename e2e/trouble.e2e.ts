import { describe, expect, it } from 'vitest'
import { addDays, formatMedium, parseDate } from '../web/src/rules/dates'
import { expectAccessible, expectSound, phone } from './browser'
import {
  answerBank,
  answerLate,
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
      await reachPayment(page, stay)
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

describe('payments that fail', () => {
  it('[PAY-26] [PAY-22] leads back to the payment step with the reason and empty card fields, until a payment succeeds', async () => {
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
    const { page, context } = await site.visit({ viewport: phone })
    await reachPayment(page, stay)
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

  it('shows the true outcome when the provider’s answer cannot be read', async () => {
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 4 })
    const { page, context } = await site.visit()
    await reachPayment(page, stay)
    await payByCard(page, cards.plain, { name: 'SIM_BAD_XML' })
    const reference = await confirmedReference(page, CONFIRMED)
    await expect.poll(() => captured(reference)).toHaveLength(1)
    await context.close()
  })
})

describe('amounts', () => {
  it('[AMT-20] books with a voucher of exactly the total without a card form', async () => {
    const stay = await findStay(site.server, { parkId: 'GC101', unitType: 'GC101-TR', nights: 4 })
    expect(stay.price).toBe(10_000)
    const { page, context } = await site.visit()
    await startBooking(page, stay)
    await page.getByLabel('Discount or voucher code').fill('GIFT100')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Voucher applied: £100 off').waitFor()
    await passExtras(page)
    await fillDetails(page)
    const confirm = page.getByRole('button', { name: 'Confirm payment of £0' })
    await confirm.waitFor()
    expect(await page.getByLabel('Card number').count()).toBe(0)
    await expectSound(page)
    await confirm.click()
    const reference = await confirmedReference(page, CONFIRMED)
    expect(site.server.orders(reference)).toEqual([])
    expect(site.server.booking(reference)).toMatchObject({
      State: 'confirmed',
      Outstanding: '£0.00',
    })
    await context.close()
  })

  it('[PAY-05] takes a compulsory deposit; the balance is the operator’s', async () => {
    const stay = await findStay(site.server, { parkId: 'HH101', nights: 7 })
    const { page, context } = await site.visit()
    await reachPayment(page, stay)
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
        `The balance of ${pounds(stay.price - 6500)} is payable direct to the park operator before ${formatMedium(addDays(parseDate(stay.date) ?? '', -1))}.`,
      )
      .waitFor()
    expect(await page.getByRole('button', { name: 'Pay Holiday Balance' }).count()).toBe(0)
    await context.close()
  })
})

it('names the missing fields in the details, and keeps what was typed', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  const { page, context } = await site.visit({ viewport: phone })
  await startBooking(page, stay)
  await passExtras(page)
  await page.locator('#email').fill('not an address')
  await page.getByRole('button', { name: 'Continue to step 3' }).click()
  await page.getByText('Please enter a valid email address').first().waitFor()
  await page.getByText('Please select a value').first().waitFor()
  await expectSound(page)
  await page.reload()
  await page.locator('#email').waitFor()
  await expect.poll(() => page.locator('#email').inputValue()).toBe('not an address')
  expect(new URL(page.url()).pathname).toBe('/booking/details')
  await fillDetails(page)
  await context.close()
})

it('asks for two adults on a boat before it searches', async () => {
  const { page, context } = await site.visit()
  await page.goto('/')
  await page.getByRole('button', { name: /^Your Party/ }).click()
  await page.getByRole('button', { name: 'Decrease Adults' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Holiday Type/ }).click()
  await page.getByRole('option', { name: /boat/i }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  const note = page.getByText('Min. 2 adults for Boating holidays.').first()
  await note.waitFor()
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await expect.poll(() => search.getAttribute('aria-disabled')).toBe('true')
  await expectSound(page)
  await page.getByRole('button', { name: /^Your Party/ }).click()
  await page.getByRole('button', { name: 'Increase Adults' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => search.getAttribute('aria-disabled')).toBe(null)
  await context.close()
})
