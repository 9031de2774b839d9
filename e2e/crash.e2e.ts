import { expect, it } from 'vitest'
import { expectSound } from './browser'
import {
  atPayment,
  CONFIRMED,
  cards,
  confirmedReference,
  fillCard,
  payByCard,
  UNKNOWN,
} from './holiday'
import { startSite } from './site'
import { findStay, unitsLeft } from './stays'

const site = startSite({ parks: 20, own: true })

it('[PAY-23] [PAY-24] charges once when the server is killed while paying, however often Retry is pressed', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7 })
  const { page, context } = await site.visit()
  await atPayment(page, stay)
  const before = site.server.orders('').length
  // The provider takes the money but never answers. The server is killed while it waits.
  await payByCard(page, cards.plain, { name: 'SIM_TIMEOUT_AFTER' })
  await expect.poll(() => site.server.orders('').length).toBe(before + 1)
  await site.server.stop('SIGKILL')
  await page.getByText(UNKNOWN).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(UNKNOWN).waitFor()

  // The reconciler checks an attempt one minute after it was sent.
  await site.restart(2)
  await page.getByRole('button', { name: 'Retry' }).click()
  const reference = await confirmedReference(page, CONFIRMED)
  expect(site.server.orders(reference)).toHaveLength(1)
  await expect.poll(() => site.server.orders(reference)[0]?.captured).toBeGreaterThan(0)
  expect(site.server.booking(reference)['State']).toBe('confirmed')
  await expect.poll(() => unitsLeft(site.server, stay)).toBe(stay.unitsLeft - 1)
  await context.close()
})

it('[BOOK-68] says that the time is up when the hold has expired, and takes no payment', async () => {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 4, monthsOn: 8 })
  const { page, context } = await site.visit()
  await atPayment(page, stay)
  const before = site.server.orders('')
  await site.restart(120)
  // The sweeper releases the nights soon after the start.
  await expect.poll(() => unitsLeft(site.server, stay), { timeout: 60_000 }).toBe(stay.unitsLeft)
  await fillCard(page, cards.plain)
  await page.getByRole('button', { name: 'Make payment' }).click()
  await page.getByRole('heading', { name: 'Your booking has timed out' }).waitFor()
  await page.getByText('No payment has been taken.').waitFor()
  await expectSound(page)
  expect(site.server.orders('')).toEqual(before)
  await page.getByRole('link', { name: 'Check if it is still available' }).click()
  await page.getByRole('heading', { level: 1, name: stay.parkName }).waitFor()
  await context.close()
})
