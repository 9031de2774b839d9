import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { takenOver } from './browser'
import {
  cards,
  CONFIRMED,
  confirmedReference,
  payByCard,
  pressSearch,
  reachPayment,
  startBooking,
} from './holiday'
import { startSite } from './site'
import { findStay } from './stays'

const site = startSite()

/** Expects no way to sign in, and no other currency. */
async function expectOpen(page: Page): Promise<void> {
  expect(await page.locator('input[type=password]').count()).toBe(0)
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/sign in|log in|register|create an account/i)
  expect(text).not.toMatch(/[$€]\s?\d|\d\s?(?:EUR|USD)/)
}

it('[BRAND-23] a visitor without an account browses, searches, books and pays', async () => {
  const { page, context } = await site.visit()
  await page.goto('/region/ukcaravan')
  await page.getByRole('heading', { level: 1, name: /^Browse .* by Region$/ }).waitFor()
  await expectOpen(page)
  await page.goto('/')
  await takenOver(page)
  await pressSearch(page)
  await page.waitForURL('**/results/**')
  await page.getByRole('heading', { level: 1, name: /^Holidays in/ }).waitFor()
  await expectOpen(page)
  await reachPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
  await expectOpen(page)
  await payByCard(page, cards.plain)
  expect(await confirmedReference(page, CONFIRMED)).not.toBe('')
  await expectOpen(page)
  await context.close()
})

interface Found {
  results: { parkId: string; nights: number; affiliate: string }[]
}

it.each([
  ['ukcaravan', 7],
  ['uklodge', 7],
  ['ukcottages', 7],
  ['uktouring', 7],
  ['eurocaravan', 7],
  ['boats', 7],
])(
  '[BRAND-01] holidays of %s are searched, compared and booked, in pounds',
  async (channel, nights) => {
    const { page, context } = await site.visit()
    const answer = await page.request.get(
      `${site.server.url}/api/search?channel=${channel}&nights=${nights}&adults=2`,
    )
    const { data } = (await answer.json()) as { data: Found }
    const own = data.results.filter(({ affiliate }) => affiliate === '')
    expect(own.length).toBeGreaterThan(1)
    const parks = own.slice(0, 2).map(({ parkId }) => parkId)
    await page.goto(`/shortlist?parks=${parks.join(',')}&channel=${channel}&nights=${nights}`)
    const table = page.getByRole('table')
    await table.waitFor()
    await expect.poll(() => table.innerText()).toMatch(/£\d/)
    const stay = await findStay(site.server, { parkId: parks[0] ?? '', nights, monthsOn: 7 })
    await page.goto(`/results?${stay.path.split('?')[1]}`)
    const article = page.getByRole('article').first()
    await article.waitFor()
    await expect.poll(() => article.innerText()).toMatch(/£\d/)
    await expectOpen(page)
    await startBooking(page, stay)
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/£\d/)
    await expectOpen(page)
    await context.close()
  },
)
