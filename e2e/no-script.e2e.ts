import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop } from './browser'
import { MANY, startSite } from './site'
import { yearOfNext } from './stays'

const site = startSite({ parks: MANY })

const year = yearOfNext(7)

/**
 * Waits for a part of a page that the server has rendered. A busy server leaves a page to scripts; a
 * visitor without any loads it again.
 */
async function loaded(page: Page, part: Locator): Promise<void> {
  await page.waitForLoadState('load')
  const isThere = async () => (await part.count()) > 0
  await expect
    .poll(async () => (await isThere()) || (await page.reload().then(isThere)), { interval: 1000 })
    .toBe(true)
}

/** Fills in and sends the search form of a page without script. */
async function searchPlainly(page: Page, region: string, dogs: boolean): Promise<void> {
  const form = page.getByRole('search').filter({ visible: true })
  await loaded(page, form)
  await form.getByLabel('Holiday Type').selectOption('ukcaravan')
  await form.getByLabel('Where').selectOption({ label: region })
  await form.getByLabel('When').fill(`${year}-07-10`)
  await form.getByLabel('Staying for how long?').selectOption('7')
  await form.getByLabel('Adults').fill('3')
  await form.getByLabel('Children').fill('1')
  await form.getByLabel('Dog(s)').setChecked(dogs)
  await form.getByRole('button', { name: 'Search' }).click()
}

it('finds a park and its prices without any script, on a phone', async () => {
  const { page, context } = await site.visitWithoutScript()
  await page.goto('/')
  await searchPlainly(page, 'All of the UK', true)
  await page.waitForURL(/\/results\/all-regions\?/)
  expect(new URL(page.url()).searchParams.get('dogs')).toBe('y')
  // Searches again from the results, where a link leads to the form.
  const form = page.getByRole('link', { name: /All of the UK/ })
  await loaded(page, form)
  await form.click()
  await searchPlainly(page, 'Cornwall', false)
  await page.waitForURL(/\/results\?/)
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    channel: 'ukcaravan',
    region: '12',
    date: `10/07/${year}`,
    nights: '7',
    adults: '3',
    children: '1',
    infants: '0',
    dogs: '',
  })
  await loaded(page, page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }))
  await page
    .getByRole('link', { name: /^View (?!All)/ })
    .first()
    .click()
  await loaded(page, page.locator('h2', { hasText: /places? to stay from/ }))
  await expect.poll(() => page.getByText(/^£\d+/).count()).toBeGreaterThan(0)
  await context.close()
})

it('searches flexible dates without any script, and pages through them', async () => {
  const { page, context } = await site.visitWithoutScript(desktop)
  await page.goto('/')
  const form = page.getByRole('search').filter({ visible: true })
  await loaded(page, form)
  await form.getByLabel('Where').selectOption({ label: 'All of the UK' })
  await form.getByLabel('Staying for how long?').selectOption('7')
  await form.getByLabel('Flexible dates').selectOption(`Any weekend in July ${year}`)
  await form.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/\/results/)
  await loaded(page, page.getByText(`Any weekend in July ${year}, each on its cheapest date`))
  const when = () => new URL(page.url()).searchParams.get('when')
  expect(when()).toBe(`weekend-${year}-07`)
  await seeTwoPages(page)
  expect(when()).toBe(`weekend-${year}-07`)
  // The choice stays in the form.
  await expect.poll(() => form.getByLabel('Flexible dates').inputValue()).toBe(`weekend-${year}-07`)
  await context.close()
})

/** Opens the second page of results, and goes back to the first. */
async function seeTwoPages(page: Page): Promise<void> {
  const cards = page.getByRole('article')
  const names = () => cards.locator('h2').allTextContents()
  const more = page.getByRole('link', { name: /^Show \d+ more$/ })
  const before = page.getByRole('link', { name: 'Show the 18 before' })
  await loaded(page, more)
  const first = await names()
  expect(first.length).toBe(18)
  await more.click()
  await page.waitForURL(/[?&]page=2/)
  await loaded(page, before)
  await page.waitForLoadState('load')
  const second = await names()
  expect(second.filter((name) => first.includes(name))).toEqual([])
  expect(second.length).toBeGreaterThan(0)
  expect(await cards.filter({ hasText: /£\d+/ }).count()).toBe(second.length)
  await before.click()
  await before.waitFor({ state: 'detached' })
  await loaded(page, more)
  await expect.poll(names).toEqual(first)
}

it('without a script keeps the details of My Booking out of the address, and says on pages that need one what to do', async () => {
  const { page, context } = await site.visitWithoutScript()
  await page.goto('/login')
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.getByLabel('Surname').fill('Vandervelde')
  await page.getByRole('button', { name: 'Submit' }).click()
  // Playwright's text search leaves out what is in a noscript element.
  const said = () => page.locator('noscript p').first().innerText()
  await expect.poll(said).toMatch(/^Please switch JavaScript on to see your booking, or ring \d/)
  await page.goto('/shortlist')
  await expect.poll(said).toMatch(/^Your shortlist is kept by this browser alone\. Please switch/)
  await page.goto('/booking/extras')
  await expect.poll(said).toMatch(/^Please switch JavaScript on to book holidays\./)
  expect(urls.filter((url) => url.includes('Vandervelde'))).toEqual([])
  await page.locator('noscript a').click()
  await page.waitForURL('/')
  await context.close()
})
