import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, phone } from './browser'
import {
  cards,
  CONFIRMED,
  confirmedReference,
  lookUp,
  payByCard,
  payByWallet,
  payInFull,
  pounds,
  reachPayment,
} from './holiday'
import { holidaymaker } from './server'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

/** The pause between reloads of a page: a reload takes a second of a processor. */
const RELOAD_MS = 3000

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
      { timeout: 60_000, interval: RELOAD_MS },
    )
    .toEqual(amounts)
}

/** Reloads My Booking until it says a text. */
async function expectSaid(page: Page, text: string): Promise<void> {
  const said = async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Payments made' }).waitFor()
    return page.getByRole('main').innerText()
  }
  await expect.poll(said, { timeout: 60_000, interval: RELOAD_MS }).toContain(text)
}

async function expectCancelled(page: Page): Promise<void> {
  await page.getByText('Cancelled', { exact: true }).waitFor()
  const outstanding = page.getByText('Outstanding Amount').locator('..')
  await expect.poll(() => outstanding.innerText()).toContain('£0')
  await expect.poll(() => page.getByRole('button', { name: 'Pay Holiday Balance' }).count()).toBe(0)
}

describe('a refund', () => {
  it('is seen in My Booking once the provider has made it', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
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

  it('of a part by PayPal is seen as under way, and once it was made', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const book = async (behaviour: string) => {
      const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
      await reachPayment(page, stay)
      await page.getByRole('radio', { name: /^Full Payment/ }).check()
      await payByWallet(page, behaviour)
      const reference = await confirmedReference(page, CONFIRMED)
      await lookUp(page, reference)
      await refund(reference, '--amount=40')
      return stay.price
    }
    await book('SIM_WALLET_REFUND_PENDING')
    await expectSaid(page, 'A refund of £40 to your PayPal account is under way.')
    const price = await book('')
    await expectPayments(page, [pounds(price), '-£40', pounds(price - 4000)])
    await page.getByRole('cell', { name: 'PayPal, returned' }).waitFor()
    await expectCancelled(page)
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('that the provider could not make asks the visitor to call', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    await reachPayment(page, stay)
    await page.getByRole('radio', { name: /^Full Payment/ }).check()
    await payByCard(page, cards.plain, { name: 'SIM_REFUND_FAILED' })
    const reference = await confirmedReference(page, CONFIRMED)
    await lookUp(page, reference)
    await refund(reference, '--amount=50')
    await expectSaid(page, 'We could not return £50 to your card. Please call us about it.')
    await expectPayments(page, [pounds(stay.price), pounds(stay.price)])
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
