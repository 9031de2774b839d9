import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectAccessible, phone } from './browser'
import { lookUp, payInFull, pounds, reachPayment } from './holiday'
import { holidaymaker } from './server'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite({ parks: 20 })

/** Refunds a booking as an operator does, once its payment has been captured. */
async function refund(reference: string): Promise<void> {
  const why = ['--why=a test', '--by=test', '--yes', `--data=${site.server.dataDir}`]
  const run = () => {
    try {
      holidaymaker('booking', 'refund', reference, ...why)
      return ''
    } catch (error) {
      return String(error)
    }
  }
  await expect.poll(run).toBe('')
}

/** Reloads My Booking until its payments are the given amounts, the sum last. */
async function expectPayments(page: Page, amounts: readonly string[]): Promise<void> {
  const rows = page.getByRole('table').getByRole('row')
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Payments made' }).waitFor()
        const texts = await rows.allInnerTexts()
        return texts.slice(1).map((text) => text.trim().split(/\s/).at(-1))
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toEqual(amounts)
}

async function expectCancelled(page: Page): Promise<void> {
  await page.getByText('Cancelled', { exact: true }).waitFor()
  const outstanding = page.getByText('Outstanding Amount').locator('..')
  await expect.poll(() => outstanding.innerText()).toContain('£0')
  expect(await page.getByRole('button', { name: 'Pay Holiday Balance' }).count()).toBe(0)
}

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('a refund on %s', (_, viewport) => {
  it('is seen in My Booking once the provider has made it', async () => {
    const { page, context, errors } = await site.visit({ viewport })
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    await reachPayment(page, stay)
    const reference = await payInFull(page, site.server, stay.price)
    await lookUp(page, reference)
    await page.getByText('Paid.', { exact: true }).waitFor()
    await refund(reference)
    await expectPayments(page, [pounds(stay.price), `-${pounds(stay.price)}`, '£0'])
    await expectCancelled(page)
    await expectAccessible(page)
    expect(site.server.orders(reference).map(({ refunded }) => refunded)).toEqual([stay.price])
    expect(errors).toEqual([])
    await context.close()
  })
})
