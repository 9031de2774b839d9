import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { now } from './clock'
import { expectSound } from './browser'
import {
  atPayment,
  CONFIRMED,
  cards,
  confirmedReference,
  fillCard,
  holdCard,
  NOT_PAID,
  payByCard,
  referenceOf,
  UNKNOWN,
} from './holiday'
import { startSite } from './site'
import { findStay, unitsLeft } from './stays'

const CONFIRMING = 'We are confirming your payment, please wait...'
const BUSY = 'A payment for this booking is in progress. Please wait a moment before you try again.'

const site = startSite({ parks: 20, own: true })

/** Opens a page's booking in a second tab, which gets a copy of the first tab's session storage. */
async function secondTab(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open(window.location.href))
  const other = await opened
  await other.getByRole('button', { name: 'Make payment' }).waitFor()
  return other
}

/** Waits until a booking's one payment is in a state. Each look starts a process. */
async function expectAttempt(reference: string, state: RegExp): Promise<void> {
  const states = () =>
    Object.entries(site.server.booking(reference))
      .filter(([name]) => name.startsWith('Payment'))
      .map(([, value]) => value.split(', ').at(-1))
      .join(', ')
  await expect.poll(states, { timeout: 90_000, interval: 500 }).toMatch(state)
}

it('[PAY-23] [PAY-24] [PAY-26] charges one of two tabs once when both pay at once and the provider does not answer; both tabs show the true outcome', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
  const { page, context } = await site.visit()
  await context.clock.install({ time: now() })
  await atPayment(page, stay)
  const reference = await referenceOf(page)
  const [other, third] = [await secondTab(page), await secondTab(page)]

  // Both tabs send their card at the same time.
  const [first, second] = [await holdCard(page), await holdCard(other)]
  for (const tab of [page, other]) await payByCard(tab, cards.plain, { name: 'SIM_TIMEOUT_BEFORE' })
  await Promise.all([first, second].map(async ({ sent }) => (await sent).continue()))
  for (const tab of [page, other]) {
    await tab.getByText(CONFIRMING).waitFor()
    expect(await tab.getByText('No payment has been taken').count()).toBe(0)
  }
  await expectAttempt(reference, /^(?:sending|unknown)$/)
  // A third tab tries to pay another amount while the outcome is unknown.
  await third.getByRole('radio', { name: /^Full Payment/ }).check()
  await fillCard(third, cards.plain)
  await third.getByRole('button', { name: 'Make payment' }).click()
  await third.getByText(BUSY).waitFor()

  // Later the provider says that it does not know the order. The server believes it.
  await site.server.stop('SIGKILL')
  // The pages ask for a minute before they say that the outcome is unknown.
  await context.clock.fastForward('01:01')
  await page.getByText(UNKNOWN).waitFor()
  await other.getByText(UNKNOWN).waitFor()
  await site.restart(15)
  await expectAttempt(reference, /^failed$/)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Retry' }).click()
    await tab.getByText(NOT_PAID).waitFor()
  }
  expect(site.server.orders(reference)).toEqual([])
  await expectSound(other)

  await payByCard(page, cards.plain)
  expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
  for (const tab of [other, third]) {
    await payByCard(tab, cards.plain)
    expect(await confirmedReference(tab, CONFIRMED)).toBe(reference)
  }
  await expect
    .poll(() => site.server.orders(reference))
    .toMatchObject([{ state: 'CAPTURED', captured: stay.deposit }])
  expect(site.server.booking(reference)['State']).toBe('confirmed')
  await expect.poll(() => unitsLeft(site.server, stay)).toBe(stay.unitsLeft - 1)
  await context.close()
})
