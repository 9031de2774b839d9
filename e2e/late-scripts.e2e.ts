import { expect, it } from 'vitest'
import { expectSteady, hydrated, openRendered, phone, takenOver } from './browser'
import { startBooking, unitRow } from './holiday'
import { holdBack } from './late'
import { MANY, startSite } from './site'
import { findStay } from './stays'
import { type CalendarDate, formatDayMonth, parseDate } from '../web/src/rules/dates'

const site = startSite({ parks: MANY })
const query = 'channel=ukcaravan&region=12&nights=7&adults=2'

/** The scripts of a page. */
const SCRIPTS = '**/assets/*.js'

/** Waits until the server has rendered a page. From then on it sends the copy that it keeps. */
async function isRendered(path: string): Promise<void> {
  const text = async () => (await fetch(site.server.url + path)).text()
  await expect.poll(text).toContain('id="root" data-rendered')
}

it('a park has its reviews in the page that the server renders, until their code has come', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const code = '**/assets/Reviews-*.js'
  const release = await holdBack(page, code)
  await openRendered(page, '/holidays/CF101/gannet-sands')
  await takenOver(page)
  const reviews = page.getByRole('main').getByRole('region', { name: 'Reviews' })
  const shown = await reviews.innerText()
  expect(shown).toMatch(/\d reviews?\n/)
  expect(await reviews.getByRole('blockquote').count()).toBe(2)
  const loads = page.waitForRequest(code)
  await reviews.scrollIntoViewIfNeeded()
  await loads
  expect(await reviews.innerText()).toBe(shown)
  // A press before the code has come opens the dialog once it has.
  await reviews.getByRole('button').focus()
  await page.keyboard.press('Enter')
  release()
  const dialog = page.getByRole('dialog', { name: 'Reviews' })
  await dialog.waitFor()
  await expect.poll(() => dialog.getByRole('blockquote').count()).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(() => reviews.getByRole('button').evaluate((one) => one === document.activeElement))
    .toBe(true)
  expect(await reviews.innerText()).toBe(shown)
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
})

it('keeps what was entered before the script loaded', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const release = await holdBack(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  const form = page.getByRole('search')
  await form.getByLabel('Where').selectOption({ label: 'Cornwall' })
  await form.getByLabel('Adults').fill('4')
  await form.getByLabel('Dog(s)').check()
  release()
  // A field with focus is not replaced until it loses the focus.
  await form.getByLabel('Staying for how long?').focus()
  await page.waitForLoadState('networkidle')
  await form.getByLabel('Staying for how long?').blur()
  await form.getByRole('button', { name: /^Your Party/ }).waitFor()
  await form.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('adults'), searchParams.get('dogs')]).toEqual(['4', 'y'])
  expect(errors).toEqual([])
  await context.close()
})

it.each([
  ['home', '/'],
  ['results', `/results?${query}`],
  ['a park', `/park-result/CF101/gannet-sands?${query}`],
])('needs no scripts to react but those that the document requests: %s', async (_, path) => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await isRendered(path)
  const release = await holdBack(page, '**/assets/main-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const links = [
      ...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]:not([href*=main-])'),
    ]
    return links.length > 0 && links.every(({ href }) => performance.getEntriesByName(href).length)
  })
  await page.route('**/assets/*.js', () => {}) // what is requested from now on is not answered
  release()
  await hydrated(page)
  expect(errors).toEqual([])
  await context.close()
})

it('moves nothing on the screen when the script comes late, wherever a visitor has scrolled', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  // A font that comes late is for the next page.
  await page.goto('/login', { waitUntil: 'networkidle' })
  await isRendered('/')
  const release = await holdBack(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  const deals = page.getByRole('list', { name: 'Lodges, cottages and Last Minute holidays' })
  await deals.evaluate((list) => list.scrollIntoView({ block: 'center' }))
  release()
  await takenOver(page)
  await page.getByRole('button', { name: 'Next: Lodges, cottages' }).waitFor()
  await expectSteady(page)
  expect(errors).toEqual([])
  await context.close()
})

it('books the unit whose Book was pressed before the script loaded, also after an earlier booking', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const unit = { parkId: 'CF101', nights: 7 }
  await startBooking(page, await findStay(site.server, { ...unit, monthsOn: 3 }))
  const stay = await findStay(site.server, { ...unit, monthsOn: 5 })
  const release = await holdBack(page, SCRIPTS)
  await page.goto(stay.path, { waitUntil: 'commit' })
  await unitRow(page, stay)
    .getByRole('button', { name: /^Book / })
    .click()
  release()
  await page.waitForURL('**/booking/extras')
  await page.getByRole('heading', { name: 'Extras' }).waitFor()
  const day = formatDayMonth(parseDate(stay.date) as CalendarDate, 'short', true)
  await page.getByText(`${day} to`).filter({ visible: true }).first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('[NEWS-18] sends a message that was submitted before the script loaded, and shows none of it in an address', async () => {
  const { page, context, errors } = await site.visit()
  const release = await holdBack(page, SCRIPTS)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/help', { waitUntil: 'commit' })
  const main = page.getByRole('main') // the footer has a form, too
  await main.getByRole('textbox', { name: 'Name' }).fill('Priya Raman')
  await main.getByRole('textbox', { name: 'Email' }).fill('priya@mail.example')
  await main.getByRole('textbox', { name: 'Message' }).fill('Could we move our arrival?')
  await main.getByRole('textbox', { name: 'Email' }).press('Enter')
  release()
  await page.getByText('Thank you for your message.').waitFor()
  expect(urls.filter((url) => url.includes('Priya') || url.includes('priya'))).toEqual([])
  expect(new URL(page.url()).search).toBe('')
  expect(errors).toEqual([])
  await context.close()
})

it('looks up the booking whose details were sent before the script loaded, and keeps them in the form', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const release = await holdBack(page, SCRIPTS)
  await page.goto('/login', { waitUntil: 'commit' })
  const form = page.getByRole('main')
  await form.getByLabel('Booking Reference').fill('AAAAA-AAAAA')
  await form.getByLabel('Surname').fill('Vandervelde')
  await form.getByLabel('Postcode').fill('NR2 4TH')
  await form.getByRole('button', { name: 'Submit' }).click()
  release()
  await form.getByText('We could not find a booking with these details.').waitFor()
  await expect.poll(() => form.getByLabel('Surname').inputValue()).toBe('Vandervelde')
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})
