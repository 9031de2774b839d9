import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, expectAccessible, phone } from './browser'
import { atPayment, cards, lookUp, payInFull } from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

/** Asks what the stay costs on a day (dd/mm/yyyy), until the plan is shown: money that may go back has to be captured first. */
async function ask(page: Page, date: string): Promise<void> {
  const [day = '', month = '', year = ''] = date.split('/')
  await page.getByLabel('New arrival day').fill(`${year}-${month}-${day}`)
  const look = page.getByRole('button', { name: 'See what it costs' })
  const shown = async () => {
    if (await look.isVisible()) await look.press('Enter')
    return page.getByText('New total').isVisible()
  }
  await expect.poll(shown, { timeout: 60_000, interval: 500 }).toBe(true)
}

describe('a change of the stay', () => {
  it('shows what it costs, is made as agreed, and stays after a reload', async () => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const stay = await findStay(site.server, { parkId: 'CH101', nights: 7, left: 2 })
    const { nights, unitType } = stay
    const later = await findStay(site.server, { parkId: 'CH101', nights, unitType, monthsOn: 7 })
    expect(later.date).not.toBe(stay.date)
    await atPayment(page, stay)
    const reference = await payInFull(page, site.server, stay.price, cards.plain)
    await lookUp(page, reference)
    await ask(page, later.date)
    await expectAccessible(page)
    const change = page.getByRole('button', { name: /^Change the booking/ })
    const difference = later.price + 1500 - stay.price
    const expected = difference > 0 ? 'more to pay' : difference < 0 ? 'back' : 'Change the booking'
    expect(await change.innerText()).toContain(expected)
    await change.press('Enter')
    await change.waitFor({ state: 'detached' })
    await page.reload()
    const arrival = later.date.split('/').toReversed().join('-')
    const shown = () => page.getByLabel('New arrival day').inputValue()
    await expect.poll(shown).toBe(arrival)
    await page.getByText('Includes Change fee £15').waitFor()
    await page.setViewportSize(desktop)
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
