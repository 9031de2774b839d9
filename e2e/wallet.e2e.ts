import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, phone } from './browser'
import {
  atPayment,
  CONFIRMED,
  confirmedReference,
  fillDetails,
  goToWallet,
  lookUp,
  passExtras,
  payByWallet,
  payInFull,
  pounds,
  referenceOf,
  startBooking,
} from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

/** What the payment step says to a visitor who has left the wallet. */
const LEFT = 'You came back from PayPal without paying there.'

/** Applies a code on the extras step. */
async function useCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Discount or voucher code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/ applied: £/).waitFor()
}

/** Brings a visitor to the payment step of a stay. */
async function startPaying(page: Page): Promise<{ reference: string; price: number }> {
  const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
  await atPayment(page, stay)
  return { reference: await referenceOf(page), price: stay.price }
}

describe('the wallet', () => {
  const voucher = { code: 'GIFT99-99', worth: 9999 }
  it('[PAY-09] pays once when approved, and coming back twice changes nothing', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const { reference } = await startPaying(page)
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await expectAccessible(page)
    await goToWallet(page)
    const returned = page.waitForRequest((request) => request.url().includes('/api/paypal/return'))
    await page.getByRole('button', { name: 'Approve' }).click()
    const back = (await returned).url()
    expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
    const [paid, ...more] = site.server.captures(reference)
    expect(paid).toBeGreaterThan(0)
    expect(more).toEqual([])

    // The wallet's page is opened again from the history, and its link leads back a second time.
    const again = await context.newPage()
    await again.goto(back)
    await again.waitForLoadState()
    expect(site.server.captures(reference)).toEqual([paid])
    expect(site.server.booking(reference)['State']).toContain('confirmed')
    await expect
      .poll(() => site.server.emails().filter(({ text }) => text.includes(reference)).length)
      .toBe(1)
    expect(errors).toEqual([])
    await context.close()
  })

  it('[BRAND-07] [PAY-10] books step by step: a discount code and a deposit by wallet, then a voucher and the full price by card', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const stay = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    await startBooking(page, stay)
    await useCode(page, 'TENOFF')
    await passExtras(page)
    await fillDetails(page)
    await page.getByRole('radio', { name: /^Deposit Payment/ }).check()
    const deposited = await referenceOf(page)
    await goToWallet(page)
    await page.getByText('£50.00').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await confirmedReference(page, CONFIRMED)
    expect(site.server.captures(deposited)).toEqual([5000])

    const other = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    await startBooking(page, other)
    await useCode(page, voucher.code)
    await passExtras(page)
    await fillDetails(page)
    await payInFull(page, site.server, other.price - voucher.worth)
    expect(errors).toEqual([])
    await context.close()
  })

  it('[PAYFAIL-57] [PAYFAIL-61] takes nothing when it is cancelled, left by Back, closed or declined, and says so; it is paid once in the end', async () => {
    const { page, context } = await site.visit({ viewport: phone })
    const { reference } = await startPaying(page)
    const expectLeft = async () => {
      await page.waitForURL('**/booking/payment')
      await page.getByText(LEFT).waitFor()
      expect(site.server.captures(reference)).toEqual([])
    }
    await goToWallet(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectLeft()
    await goToWallet(page)
    await page.goBack()
    await expectLeft()
    await goToWallet(page)
    // The wallet's page is closed, and the booking opened again.
    await page.goto(new URL('/booking/payment', site.server.url).href)
    await expectLeft()

    await payByWallet(page, 'SIM_WALLET_DECLINED')
    await page.getByText('PayPal has not taken a payment yet.').waitFor()
    await expectAccessible(page)
    expect(site.server.captures(reference)).toEqual([])
    await page.getByRole('button', { name: /^Confirm payment of £/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await confirmedReference(page, CONFIRMED)).toBe(reference)
    expect(site.server.captures(reference)).toHaveLength(1)
    await context.close()
  })

  it('shows a booking whose payment is being checked in My Booking, as not confirmed', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const { reference, price } = await startPaying(page)
    await payByWallet(page, 'SIM_WALLET_PENDING')
    await page.getByText('PayPal is checking your payment').waitFor()
    await lookUp(page, reference)
    await page.getByText('Payment pending', { exact: true }).waitFor()
    await page.getByText('so this booking is not confirmed yet').waitFor()
    const outstanding = page.getByText('Outstanding Amount').locator('..')
    await expect.poll(() => outstanding.innerText()).toContain(pounds(price))
    expect(await page.getByRole('button', { name: 'Pay Holiday Balance' }).count()).toBe(0)
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
