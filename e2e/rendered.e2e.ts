import type { Page } from 'playwright-core'
import { beforeEach, expect, it, onTestFailed } from 'vitest'
import { atOnce, desktop, expectSteady, openRendered, phone, takenOver } from './browser'
import { startBooking, unitRow } from './holiday'
import { startSite } from './site'
import { findStay, yearOfNext } from './stays'
import { type CalendarDate, formatMedium, parseDate } from '../web/src/rules/dates'

const site = startSite({ parks: 1200 })

beforeEach(() => {
  onTestFailed(() => {
    const left = site.server
      .log()
      .split('\n')
      .filter((line) => line.includes('left to the browser'))
    if (left.length > 0) console.error(left.join('\n'))
  })
})

const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
const pages = [
  ['/', 'Holidays worth waking up for'],
  ['/404', "Sorry, we can't find that page"],
  ['/no/such/page?region=12', "Sorry, we can't find that page"],
  ['/holidays/GONE1/a-park-of-before', "Sorry, we can't find that page"],
  ['/login', 'My Booking'],
  [`/results?${query}`, 'Holidays in Cornwall'],
  ['/results/all-regions?channel=ukcaravan&region=all-regions&nights=3', 'Holidays in the UK'],
  [`/results/all-dates?${query}`, 'Holidays in Cornwall'],
  ['/holidays/CF101/gannet-sands', 'Gannet Sands'],
  [`/park-result/CF101/gannet-sands?${query}`, 'Gannet Sands'],
  ['/region/ukcaravan', 'Browse UK Holiday Parks by Region'],
  ['/dog-friendly/uklodge', 'Dog Friendly UK Lodge Breaks'],
  ['/channel/ukcaravan', 'Browse UK Holiday Parks by Operator'],
  ['/holidays/ukcaravan/12/cornwall?sort=price', 'Browse Holiday Parks by Park'],
] as const

/**
 * Calls that the browser makes itself, because their answers differ by visitor or are not needed to
 * render.
 */
const ownCalls = /^\/api\/(holds|parks|cachedavailability|getpromodata)\b|^\/content\//

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('takes over what the server drew without an error, on %s', async (_, viewport) => {
  await atOnce(pages, 2, async ([path, heading]) => {
    const { page, context, errors } = await site.visit({ viewport })
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(api|content)\//.test(pathname)) calls.push(pathname)
    })
    await openRendered(page, path, () => (calls.length = 0))
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1, name: heading }).filter({ visible: true }).waitFor()
    expect(errors, path).toEqual([])
    expect(
      calls.filter((call) => !ownCalls.test(call)),
      `${path} asks again for what it brought`,
    ).toEqual([])
    await context.close()
  })
})

it('a park has its reviews in the page that the server renders, until their code has come', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const code = '**/assets/Reviews-*.js'
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route(code, async (route) => {
    await held
    await route.continue()
  })
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
  expect(await dialog.getByRole('blockquote').count()).toBeGreaterThan(2)
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

it('hydrates a page that the server rendered when the browser has saved state; the address wins over the saved search', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(`/results?${query}`)
  await page.getByRole('article').first().waitFor()
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.goto('/results?channel=ukcaravan&region=11&nights=4&adults=3', {
    waitUntil: 'networkidle',
  })
  await page.getByRole('heading', { level: 1, name: 'Holidays in Devon' }).waitFor()
  expect(new URL(page.url()).searchParams.get('nights')).toBe('4')
  await page.goBack({ waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1, name: 'My Booking' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

const year = yearOfNext(7)

/** Fills in and sends the search form of a page without script. */
async function searchPlainly(page: Page, region: string, dogs: boolean): Promise<void> {
  const form = page.getByRole('search').filter({ visible: true })
  await form.getByLabel('Holiday Type').selectOption('ukcaravan')
  await form.getByLabel('Where').selectOption({ label: region })
  await form.getByLabel('When').fill(`${year}-07-10`)
  await form.getByLabel('Staying for how long?').selectOption('7')
  await form.getByLabel('Adults').fill('3')
  await form.getByLabel('Children').fill('1')
  await form.getByLabel('Dog(s)').setChecked(dogs)
  await form.getByRole('button', { name: 'Search' }).click()
}

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('finds a park and its prices without any script, on %s', async (_, viewport) => {
  const context = await site.browser.newContext({
    baseURL: site.server.url,
    viewport,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto('/')
  await searchPlainly(page, 'All of the UK', true)
  expect(new URL(page.url()).pathname).toBe('/results/all-regions')
  expect(new URL(page.url()).searchParams.get('dogs')).toBe('y')
  // Searches again from the results. On a phone, a link leads to the form.
  if (viewport === phone) await page.getByRole('link', { name: /All of the UK/ }).click()
  await searchPlainly(page, 'Cornwall', false)
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/results')
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
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  await seeTwoPages(page)
  await page
    .getByRole('link', { name: /^View (?!All)/ })
    .first()
    .click()
  await page.locator('h2', { hasText: /places? to stay from/ }).waitFor()
  expect(await page.getByText(/^£\d+/).count()).toBeGreaterThan(0)
  await context.close()
})

it('searches flexible dates without any script, and pages through them', async () => {
  const context = await site.browser.newContext({
    baseURL: site.server.url,
    viewport: desktop,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto('/')
  const form = page.getByRole('search').filter({ visible: true })
  await form.getByLabel('Where').selectOption({ label: 'All of the UK' })
  await form.getByLabel('Staying for how long?').selectOption('7')
  await form.getByLabel('Flexible dates').selectOption(`Any weekend in July ${year}`)
  await form.getByRole('button', { name: 'Search' }).click()
  await page.getByText(`Any weekend in July ${year}, each on its cheapest date`).waitFor()
  const when = () => new URL(page.url()).searchParams.get('when')
  expect(when()).toBe(`weekend-${year}-07`)
  await seeTwoPages(page)
  expect(when()).toBe(`weekend-${year}-07`)
  // The choice stays in the form.
  expect(await form.getByLabel('Flexible dates').inputValue()).toBe(`weekend-${year}-07`)
  await context.close()
})

/** Opens the second page of results, and goes back to the first. */
async function seeTwoPages(page: Page): Promise<void> {
  const cards = page.getByRole('article')
  const names = () => cards.locator('h2').allTextContents()
  const more = page.getByRole('link', { name: /^Show \d+ more$/ })
  const before = page.getByRole('link', { name: 'Show the 18 before' })
  await more.waitFor()
  const first = await names()
  expect(first.length).toBe(18)
  await more.click()
  await before.waitFor()
  await page.waitForLoadState('load')
  const second = await names()
  expect(second.filter((name) => first.includes(name))).toEqual([])
  expect(second.length).toBeGreaterThan(0)
  expect(await cards.filter({ hasText: /£\d+/ }).count()).toBe(second.length)
  await before.click()
  await more.waitFor()
  expect(await names()).toEqual(first)
}

/** Holds the scripts of the page until the returned function is called. */
async function holdScripts(page: Page, scripts = '**/assets/*.js'): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(scripts, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

/** Waits until the server has rendered a page. From then on it sends the copy that it keeps. */
async function isRendered(path: string): Promise<void> {
  const text = async () => (await fetch(site.server.url + path)).text()
  await expect.poll(text).toContain('id="root" data-rendered')
}

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('keeps what was entered before the script loaded, on %s', async (_, viewport) => {
  const { page, context, errors } = await site.visit({ viewport })
  const release = await holdScripts(page)
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
  const release = await holdScripts(page, '**/assets/main-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return links.length > 0 && links.every(({ href }) => performance.getEntriesByName(href).length)
  })
  await page.route('**/assets/*.js', () => {}) // what is requested from now on is not answered
  release()
  await page.locator('#root[data-hydrated]').waitFor({ state: 'attached' })
  expect(errors).toEqual([])
  await context.close()
})

it('moves nothing on the screen when the script comes late, wherever a visitor has scrolled', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  // A font that comes late is for the next page.
  await page.goto('/login', { waitUntil: 'networkidle' })
  const release = await holdScripts(page)
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

it('does not render pages with a visitor’s own data on the server', async () => {
  for (const path of [
    '/booking/extras',
    '/booking/payment',
    '/booking/confirmation',
    '/my-booking',
  ])
    expect(await (await fetch(site.server.url + path)).text(), path).not.toContain(
      'id="root" data-rendered',
    )
})

it.each([
  ['[HOME-09] beneath the banner on a phone', phone, 'banner'],
  ['[HOME-09] beneath the hero on a desktop', desktop, 'hero'],
])('shows the one search box %s, before and after the script', async (_, viewport, above) => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await site.browser.newContext({
      baseURL: site.server.url,
      viewport,
      javaScriptEnabled,
    })
    const page = await context.newPage()
    await page.goto('/', { waitUntil: 'load' })
    const top = async (locator: ReturnType<typeof page.locator>) =>
      (await locator.first().boundingBox())?.y ?? NaN
    const box = await top(page.getByRole('search'))
    const banner = await top(page.getByText('Dogs are welcome'))
    expect(await page.getByRole('search').count()).toBe(1)
    if (above === 'banner') expect(banner).toBeLessThan(box)
    else expect(box).toBeLessThan(banner)
    await context.close()
  }
})

it('asks for its scripts after what is painted first', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const priorities: Record<string, string> = {}
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    priorities[new URL(request.url).pathname] = request.initialPriority
  })
  await page.goto('/')
  const priorityOf = (names: RegExp) =>
    Object.entries(priorities)
      .filter(([path]) => names.test(path))
      .map(([, priority]) => priority)
  expect(priorityOf(/\/assets\/main-.*\.js$/)).toEqual(['Low'])
  expect(priorityOf(/\.woff2$/)).toEqual(['High'])
  await context.close()
})

it('handles a click that came before the script loaded', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu' }).click()
  release()
  await page.getByRole('button', { name: 'Close' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('books the unit whose Book was pressed before the script loaded, also after an earlier booking', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const unit = { parkId: 'CF101', nights: 7 }
  await startBooking(page, await findStay(site.server, { ...unit, monthsOn: 3 }))
  const stay = await findStay(site.server, { ...unit, monthsOn: 5 })
  const release = await holdScripts(page)
  await page.goto(stay.path, { waitUntil: 'commit' })
  await unitRow(page, stay)
    .getByRole('button', { name: /^Book / })
    .click()
  release()
  await page.waitForURL('**/booking/extras')
  await page.getByRole('heading', { name: 'Extras' }).waitFor()
  const day = formatMedium(parseDate(stay.date) as CalendarDate)
  await page.getByText(`${day} to`).filter({ visible: true }).first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('[NEWS-18] sends a message that was submitted before the script loaded, and shows none of it in an address', async () => {
  const { page, context, errors } = await site.visit()
  const release = await holdScripts(page)
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
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const form = page.getByRole('main')
  await form.getByLabel('Booking Reference').fill('AAAAA-AAAAA')
  await form.getByLabel('Surname').fill('Vandervelde')
  await form.getByLabel('Postcode').fill('NR2 4TH')
  await form.getByRole('button', { name: 'Submit' }).click()
  release()
  await form.getByText('We could not find a booking with these details.').waitFor()
  expect(await form.getByLabel('Surname').inputValue()).toBe('Vandervelde')
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

it('without a script keeps the details of My Booking out of the address, and says on pages that need one what to do', async () => {
  const context = await site.browser.newContext({
    baseURL: site.server.url,
    viewport: phone,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
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

it('shows the search of a link, not the one saved from an earlier visit', async () => {
  const { page, context } = await site.visit()
  await page.goto(`/results?${query}`, { waitUntil: 'networkidle' })
  const link = '/results/all-regions?channel=ukcaravan&region=all-regions&nights=4&adults=3'
  for (let time = 0; time < 3; time++) {
    await page.goto(link, { waitUntil: 'networkidle' })
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('nights'), searchParams.get('adults')]).toEqual(['4', '3'])
  }
  await context.close()
})
