import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, phone } from './browser'
import {
  CONFIRMED,
  confirmedReference,
  fillDetails,
  passExtras,
  payInFull,
  referenceOf,
  startBooking,
} from './holiday'
import { holidaymaker } from './server'
import { startSite } from './site'
import { findStay, type Stay } from './stays'

const site = startSite()

/** Issues a voucher, in pence, as a member of staff does; resolves to its code. */
function issue(amount: number): string {
  const said = holidaymaker(
    'voucher',
    'issue',
    `--amount=${(amount / 100).toFixed(2)}`,
    '--expires=2099-12-31',
    '--for=a test',
    '--why=a test',
    '--by=test',
    '--yes',
    `--data=${site.server.dataDir}`,
  )
  return /^Voucher +(\S+)$/m.exec(said)?.[1] ?? said
}

/** What stays on a voucher, as a member of staff sees it. */
function left(code: string): string | undefined {
  return /^Left +(\S+)$/m.exec(
    holidaymaker('voucher', 'show', code, '--data', site.server.dataDir),
  )?.[1]
}

/** Starts a booking and applies a voucher; resolves to what the page says of it. */
async function bookWith(page: Page, stay: Stay, code: string): Promise<string> {
  await startBooking(page, stay)
  await page.getByLabel('Discount or voucher code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  const applied = page.getByText('Voucher applied:')
  await applied.waitFor()
  return applied.innerText()
}

describe('a voucher', () => {
  it('is used in parts over two bookings, and says what stays on it', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const first = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    const code = issue(first.price + 3000)
    expect(await bookWith(page, first, code)).toContain('£30 stays on the voucher')
    await expectAccessible(page)
    await passExtras(page)
    await fillDetails(page)
    const covered = await referenceOf(page)
    await page.getByRole('button', { name: /^Confirm/ }).click()
    expect(await confirmedReference(page, CONFIRMED)).toBe(covered)
    expect(site.server.orders(covered)).toEqual([])
    expect(left(code)).toBe('£30.00')

    const second = await findStay(site.server, { parkId: 'CF101', nights: 7, left: 2 })
    const said = await bookWith(page, second, code)
    expect(said).toContain('£30 off')
    expect(said).not.toContain('stays on the voucher')
    await passExtras(page)
    await fillDetails(page)
    await payInFull(page, site.server, second.price - 3000)
    expect(left(code)).toBe('£0.00')
    expect(errors).toEqual([])
    await context.close()
  })
})
