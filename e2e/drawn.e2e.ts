import { beforeEach, expect, it, onTestFailed } from 'vitest'
import { desktop, phone } from './browser'
import { startSite } from './site'

const site = startSite({ parks: 60 })

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
  ['/login', 'My Booking'],
  [`/results?${query}`, 'Holidays in Cornwall'],
  ['/results/all-regions?channel=ukcaravan&region=all-regions&nights=3', 'Holidays in the UK'],
  [`/results/all-dates?${query}`, 'Holidays in Cornwall'],
  ['/holidays/CF101/gannet-sands', 'Gannet Sands'],
  [`/park-result/CF101/gannet-sands?${query}`, 'Gannet Sands'],
] as const

/** Calls that a visitor's own page makes: they differ by visitor or are not needed to draw. */
const ownCalls = /^\/api\/(holds|parks|cachedavailability)\b|^\/content\//

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('takes over what the server drew without an error, on %s', async (_, viewport) => {
  for (const [path, heading] of pages) {
    const { page, context, errors } = await site.visit({ viewport })
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(api|content)\//.test(pathname)) calls.push(pathname)
    })
    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    expect(await answer?.text(), path).toContain('<div id="root" data-drawn>')
    await page.getByRole('heading', { level: 1, name: heading }).filter({ visible: true }).waitFor()
    expect(errors, path).toEqual([])
    expect(
      calls.filter((call) => !ownCalls.test(call)),
      `${path} asks again for what it brought`,
    ).toEqual([])
    await context.close()
  }
})

it('takes a page over with a saved visit, and the address over what was saved', async () => {
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

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])(
  'shows results, regions and a park with its prices without any script, on %s',
  async (_, viewport) => {
    const context = await site.browser.newContext({
      baseURL: site.server.url,
      viewport,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    await page.goto('/results/all-regions?channel=ukcaravan&region=all-regions&nights=7')
    await page
      .getByRole('link', { name: /^Cornwall/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
    await page
      .getByRole('link', { name: /^View (?!All)/ })
      .first()
      .click()
    await page.locator('h2', { hasText: /places? to stay from/ }).waitFor()
    expect(await page.getByText(/^£\d+/).count()).toBeGreaterThan(0)
    await context.close()
  },
)

it('leaves what a visitor entered to the browser', async () => {
  for (const path of [
    '/booking/extras',
    '/booking/payment',
    '/booking/confirmation',
    '/my-booking',
  ])
    expect(await (await fetch(site.server.url + path)).text(), path).not.toContain('data-drawn')
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

it('does what was pressed before the script had come', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu' }).click()
  release()
  await page.getByRole('button', { name: 'Close' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('keeps the search of a link that is opened after another visit', async () => {
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
