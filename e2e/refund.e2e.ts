import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, phone } from './browser'
import {
  atPayment,
  cards,
  CONFIRMED,
  confirmedReference,
  lookUp,
  payByWallet,
  payInFull,
  pounds,
} from './holiday'
import { holidaymaker } from './server'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

/** Refunds a booking, or a part, as a member of staff does, once its payment has been captured. */
async function refund(reference: string, ...part: readonly string[]): Promise<void> {
  const why = ['--why=a test', '--by=test', '--yes', `--data=${site.server.dataDir}`]
  const run = () => {
    try {
      holidaymaker('booking', 'refund', reference, ...part, ...why)
      return ''
    } catch (error) {
      return String(error)
    }
  }
  // Each time starts a process.
  await expect.poll(run, { interval: 500 }).toBe('')
}

/** Runs in the page: how many payments and refunds the booking has that the visitor has looked up. */
async function paymentsMade(): Promise<number> {
  const answer = await fetch('/api/mybookings')
  const { data } = (await answer.json()) as { data: { bookings: { payments: unknown[] }[] } }
  return data.bookings[0]?.payments.length ?? 0
}

/**
 * Waits until the provider has made the refund, and expects My Booking to list these amounts, the sum
 * last, and the booking as cancelled.
 */
async function expectRefunded(page: Page, amounts: readonly string[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(paymentsMade), { timeout: 60_000, interval: 250 })
    .toBe(amounts.length - 1)
  await page.reload()
  await page.getByRole('heading', { name: 'Payments made' }).waitFor()
  const shown = async () => {
    const texts = await page.getByRole('table').getByRole('row').allInnerTexts()
    return texts.slice(1).map((text) => text.trim().split(/\s/).at(-1))
  }
  await expect.poll(shown).toEqual(amounts)
  await page.getByText('Cancelled', { exact: true }).waitFor()
  const outstanding = page.getByText('Outstanding Amount').locator('..')
  await expect.poll(() => outstanding.innerText()).toContain('£0')
  await expect.poll(() => page.getByRole('button', { name: 'Pay Holiday Balance' }).count()).toBe(0)
}

describe('a refund', () => {
  it('by card is seen in My Booking once the provider has made it', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    await atPayment(page, stay)
    const reference = await payInFull(page, site.server, stay.price, cards.plain)
    await lookUp(page, reference)
    await page.getByText('Paid.', { exact: true }).waitFor()
    await refund(reference)
    await expectRefunded(page, [pounds(stay.price), `-${pounds(stay.price)}`, '£0'])
    await expectAccessible(page)
    expect(site.server.orders(reference).map(({ refunded }) => refunded)).toEqual([stay.price])
    expect(errors).toEqual([])
    await context.close()
  })

  it('of a part by PayPal is seen in My Booking once the provider has made it', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    const { price } = stay
    await atPayment(page, stay)
    await page.getByRole('radio', { name: /^Full Payment/ }).check()
    await payByWallet(page)
    const reference = await confirmedReference(page, CONFIRMED)
    await lookUp(page, reference)
    await refund(reference, '--amount=40')
    await expectRefunded(page, [pounds(price), '-£40', pounds(price - 4000)])
    await page.getByRole('cell', { name: 'PayPal, returned' }).waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
