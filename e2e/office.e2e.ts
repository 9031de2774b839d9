import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectAccessible, visit } from './browser'
import { atPayment, cards, guest, payInFull, pounds } from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite({ args: ['--office-addr', '127.0.0.1:0'] })

const officeOf = () => /^Its office is at (\S+)/m.exec(site.server.log())?.[1] ?? ''

/** Comes in as one of the demo's people. */
async function comeIn(page: Page, person: string): Promise<void> {
  await page.goto(officeOf())
  await page.getByRole('button', { name: person }).press('Enter')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

describe('the office', () => {
  it('finds a caller’s booking by five keys, refunds a part by a plan, and takes it back', async () => {
    const visitor = await site.visit({ viewport: desktop })
    const stay = await findStay(site.server, { parkId: 'CH101', nights: 7 })
    await atPayment(visitor.page, stay)
    await payInFull(visitor.page, site.server, stay.price, cards.plain)
    await visitor.context.close()

    const { page, context, errors } = await visit(site.browser, officeOf(), { viewport: desktop })
    await comeIn(page, 'Priya S')
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(guest.surname.slice(0, 4))
    await page.keyboard.press('Enter')
    await page.getByText('Left to pay').first().waitFor()
    await page.getByText(pounds(stay.price)).first().waitFor()
    await expectAccessible(page)

    await page.keyboard.press('r')
    await page.getByLabel(/^Something was wrong/).check()
    await page.getByLabel('Amount').fill('40')
    await page.getByLabel('Kind').selectOption('Facility out of order')
    await page
      .getByLabel('Reason, for colleagues and the audit log')
      .fill('The hot tub failed on the first evening.')
    await page.getByText('What will happen').waitFor()
    const refund = page.getByRole('button', { name: /^Refund £40/ })
    await refund.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText(/Priya S refunds £40/).waitFor()
    await page.keyboard.press('z')
    await page.getByText('undone: Priya S refunds £40.00').waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
  })
})
