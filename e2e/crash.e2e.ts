import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSound, launch, visit } from './browser'
import { cards, confirmedReference, payByCard, reachPayment } from './holiday'
import { type RunningServer, startServer } from './server'
import { findStay, unitsLeft } from './stays'

const UNKNOWN =
  'There was an error while accessing the server. Please use the button below to retry (you will not be charged twice).'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer({ parks: 20 })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

/** Starts the same server again on the same data, as much later as is said. */
async function restart(clockOffset: string): Promise<void> {
  const { port, dataDir } = server
  server = await startServer({ port, dataDir, parks: 20, clockOffset })
}

it('[PAY-23] [PAY-24] charges once when the server is killed while paying, however often Retry is pressed', async () => {
  const stay = await findStay(server, { parkId: 'CF101', nights: 7 })
  const { page, context } = await visit(browser, server.url)
  await reachPayment(page, stay)
  // The provider takes the money and never says so; the server dies waiting for it.
  await payByCard(page, cards.plain, { name: 'SIM_TIMEOUT_AFTER' })
  await expect.poll(() => server.orders('').length).toBe(1)
  await server.stop('SIGKILL')
  await page.getByText(UNKNOWN).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(UNKNOWN).waitFor()

  // What was under way is looked after a minute after it was sent.
  await restart('2m')
  await page.getByRole('button', { name: 'Retry' }).click()
  const reference = await confirmedReference(page, 'Your holiday booking has been confirmed!')
  expect(server.orders(reference)).toHaveLength(1)
  await expect
    .poll(() => server.orders(reference)[0]?.captured, { timeout: 10_000 })
    .toBeGreaterThan(0)
  expect(server.booking(reference)['State']).toBe('confirmed')
  expect(await unitsLeft(server, stay)).toBe(stay.unitsLeft - 1)
  await context.close()
})

it('[BOOK-68] says that the time is up when the hold has run out, and takes no payment', async () => {
  const stay = await findStay(server, { parkId: 'CF101', nights: 4 })
  const { page, context } = await visit(browser, server.url)
  await reachPayment(page, stay)
  await server.stop()
  await restart('2h')
  // The sweeper gives the nights back soon after the start.
  await expect.poll(() => unitsLeft(server, stay), { timeout: 60_000 }).toBe(stay.unitsLeft)
  await page.getByLabel('Card number').fill(cards.plain)
  await page.getByLabel('Expiration date').fill('12/29')
  await page.getByLabel('Security number').fill('731')
  await page.getByLabel('Name on card').fill('W Quennell')
  await page.getByRole('button', { name: 'Make payment' }).click()
  await page.getByRole('heading', { name: 'Your booking has timed out' }).waitFor()
  await page.getByText('No payment has been taken.').waitFor()
  await expectSound(page)
  expect(server.orders('')).toHaveLength(1)
  await page.getByRole('link', { name: 'Check if it is still available' }).click()
  await page.getByRole('heading', { level: 1, name: stay.parkName }).waitFor()
  await context.close()
})
