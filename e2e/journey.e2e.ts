import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, expectSteady, launch, phone, visit } from './browser'
import {
  answerBank,
  bookFirstUnit,
  cards,
  chooseDay,
  confirmedReference,
  fillDetails,
  lookUp,
  passExtras,
  payByCard,
  penceIn,
  pressSearch,
  rejectCookies,
} from './holiday'
import { type RunningServer, startServer } from './server'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('the main job on %s', (_, viewport) => {
  it('finds a holiday, books it with a deposit and a challenge, finds it again and pays the balance', async () => {
    const { page, context, errors } = await visit(browser, server.url, viewport)
    await page.goto('/')
    await rejectCookies(page)
    await expectAccessible(page)
    await expectSteady(page)

    // Search for Cornwall from the home page.
    const where = page.getByRole('combobox', { name: 'Where' })
    await where.click()
    await where.fill('corn')
    await page.getByRole('option', { name: 'Cornwall' }).click()
    const priced = await chooseDay(page, 6)
    await pressSearch(page)
    await page.waitForURL('**/results?*region=12*')
    await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
    await page.getByText(/Holidays? found/).waitFor()
    await expectAccessible(page)

    // Open the first park and its prices.
    const card = page.getByRole('article').filter({ hasText: 'View All Prices' }).first()
    const onCard = penceIn(await card.innerText())
    await card.getByRole('link', { name: 'View All Prices' }).click()
    await page.waitForURL('**/park-result/**')
    await page.getByRole('button', { name: /^Book / }).first().waitFor()
    await expectAccessible(page)
    const units = await page.getByRole('main').innerText()
    expect(units).toContain(`£${onCard / 100}`)
    expect(priced).toBeGreaterThan(0)

    await bookFirstUnit(page)
    await expectAccessible(page)
    await passExtras(page)
    await expectAccessible(page)
    await fillDetails(page)
    await page.getByRole('button', { name: 'Make payment' }).waitFor()
    await expectAccessible(page)
    const breakdown = await page.getByRole('main').innerText()
    expect(breakdown).toContain('Accommodation Price')
    await payByCard(page, cards.challenged)
    await answerBank(page, 'Approve')
    const reference = await confirmedReference(page, 'Your holiday booking has been confirmed!')
    await expectAccessible(page)
    expect(server.letters().filter((letter) => letter.includes(reference))).toHaveLength(1)

    // Find it again and pay the rest.
    await lookUp(page, reference)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay Holiday Balance' }).click()
    await page.waitForURL('**/booking/payment')
    await payByCard(page, cards.plain)
    await confirmedReference(page, 'Your payment has been received')
    await lookUp(page, reference)
    await page.getByText('Paid.').first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
