import { describe, expect, it } from 'vitest'
import { desktop, expectSound, phone, takenOver } from './browser'
import { answerLate } from './holiday'
import { startSite } from './site'

const site = startSite()

it.each([
  ['[ROUTE-10] [ROUTE-11]', '/booking', '/booking/extras'],
  ['[ROUTE-11]', '/booking/nowhere', '/booking/extras'],
  ['[ROUTE-13]', '/dog-friendly/uk', '/dog-friendly/ukcaravan'],
  ['[ROUTE-15]', '/parks/ukcaravan/12/cornwall', '/holidays/ukcaravan/12/cornwall'],
  ['[ROUTE-17]', '/holidays/ukcaravan/12/CF101/gannet-sands', '/holidays/CF101/gannet-sands'],
  ['[ROUTE-20]', '/contact-us?from=mail', '/help?from=mail'],
  ['[ROUTE-23]', '/a/212/ferry-deals', '/ferry-deals'],
  ['[ROUTE-26]', '/rentals', '/region/ukcottages'],
  ['[ROUTE-27]', '/my-account', '/login'],
])('%s leads %s on to %s', async (_, from, to) => {
  const { page, context } = await site.visit()
  await page.goto(from)
  await expect.poll(() => page.url()).toBe(`${site.server.url}${to}`)
  await context.close()
})

it('[PAGE-01] [PAGE-02] [ROUTE-01] gives every page its own title, and a canonical link without the query', async () => {
  const { page, context, errors } = await site.visit()
  const head = async () => ({
    title: await page.title(),
    canonical: await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')].map(
        (link) => new URL(link.href).pathname,
      ),
    ),
  })
  const pages: [string, string, string[]][] = [
    ['/', 'Caravan Holidays | Cheap Holiday Park Breaks', ['/']],
    [
      '/holidays/CF101/gannet-sands',
      'Gannet Sands | Meridian Times Holidays',
      ['/holidays/CF101/gannet-sands'],
    ],
    ['/login', 'My Booking | Meridian Times Holidays', []],
  ]
  for (const [path, title, canonical] of pages) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(head).toEqual({ title, canonical })
  }
  await page.goto('/results?channel=ukcaravan&region=12&nights=7')
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  await expect.poll(async () => (await head()).canonical).toEqual(['/results'])
  expect(errors).toEqual([])
  await context.close()
})

it('[PAGE-09] has the brand’s favicon, app icon and manifest in the document', async () => {
  const { page, context } = await site.visit()
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const [rel, path] of [
    ['icon', '/MT/favicon.ico'],
    ['apple-touch-icon', '/MT/apple-touch-icon.png'],
    ['manifest', '/MT/manifest.json'],
  ]) {
    const link = page.locator(`head link[rel="${rel}"]`)
    await expect.poll(() => link.getAttribute('href')).toBe(path)
    expect((await page.request.get(`${site.server.url}${path}`)).status()).toBe(200)
  }
  await context.close()
})

it('[PAGE-13] shows and searches what the address says from the beginning', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  const searches: (string | null)[][] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search')
      searches.push(['region', 'nights', 'adults'].map((name) => searchParams.get(name)))
  })
  await page.goto('/results?channel=ukcaravan&region=12&nights=7&adults=4')
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  const party = page.getByRole('button', { name: /Your Party/ }).first()
  await expect.poll(() => party.innerText()).toContain('4')
  const card = page.getByRole('article').first().getByRole('link').first()
  await expect.poll(() => card.getAttribute('href')).toMatch(/nights=7&adults=4/)
  // There are no searches when the server has rendered the results.
  for (const asked of searches) expect(asked).toEqual(['12', '7', '4'])
  await context.close()
})

it('[ROUTE-28] [ROUTE-07] answers an unknown address with 404 and links to other pages', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  for (const path of ['/no/such-page', '/404']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: "Sorry, we can't find that page" }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await expectSound(page)
  }
  await context.close()
})

it('[PAGE-03] scrolls to the top and focuses the heading of a new page; Back restores the old scroll position', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/results?channel=ukcaravan&region=12&nights=7')
  await takenOver(page)
  const link = page
    .getByRole('article')
    .last()
    .getByRole('link', { name: /^View (?!All)/ })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  await link.click()
  await page.waitForURL('**/holidays/**')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before / 2)
  await context.close()
})

describe('[COOKIE-01] [COOKIE-02] [COOKIE-03] the cookie banner', () => {
  it('stays until OK, which stores the consent for a year', async () => {
    const { page, context } = await site.visit({ askedForCookies: true })
    await page.goto('/')
    const ok = page.getByRole('button', { name: 'OK', exact: true })
    await ok.waitFor()
    const policy = page.getByRole('link', { name: 'Privacy & Cookies Policy.' })
    await expect.poll(() => policy.getAttribute('href')).toBe('/privacy-policy')
    expect(await context.cookies()).not.toContainEqual(
      expect.objectContaining({ name: 'acceptSiteCookies' }),
    )
    await ok.click()
    await ok.waitFor({ state: 'detached' })
    const kept = async () =>
      (await context.cookies()).find(({ name }) => name === 'acceptSiteCookies')
    await expect.poll(kept).toMatchObject({ value: 'true', secure: true })
    const cookie = await kept()
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThan(366)
    await page.reload()
    // The banner's text is loaded after the page, so its absence shows when the network is idle.
    await page.waitForLoadState('networkidle')
    expect(await ok.count()).toBe(0)
    await context.close()
  })
})

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])(
  '[MINE-03] [MINE-04] can look a booking up in the header’s dialog, which keeps what was typed, on %s',
  async (_, viewport) => {
    const { page, context } = await site.visit({ viewport })
    await page.goto('/holidays/CF101/gannet-sands')
    await takenOver(page)
    // So late that the browser counts what the form moves.
    await answerLate(page, '**/assets/pages-*.js')
    await page
      .getByRole('banner')
      .getByRole('button', { name: 'My Booking' })
      .filter({ visible: true })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'My Booking' })
    await dialog.getByLabel('Booking Reference').fill('AAAAA-AAAAA')
    await dialog.getByLabel('Surname').fill('Nobody')
    await dialog.getByLabel('Postcode').fill('ZZ1 1ZZ')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog
      .getByText(
        'We could not find a booking with these details. Please check your booking reference, surname and postcode.',
      )
      .waitFor()
    await expect.poll(() => dialog.getByLabel('Booking Reference').inputValue()).toBe('AAAAA-AAAAA')
    await expectSound(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await context.close()
  },
)

it('shows no booking on /my-booking to a visitor who has not looked one up', async () => {
  const { page, context } = await site.visit()
  await page.goto('/my-booking')
  await page.waitForURL('**/login')
  await page.getByRole('heading', { name: 'My Booking' }).waitFor()
  expect(await page.getByText('Holiday Booking Ref').count()).toBe(0)
  await context.close()
})

it('shows the search form as a summary below lg and in full from lg on', async () => {
  const { page, context } = await site.visit()
  for (const [width, whole] of [
    [992, true],
    [991, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/results?channel=ukcaravan&region=12&nights=7')
    await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Where' }).isVisible()).toBe(whole)
  }
  await context.close()
})

it('redirects a visitor of localhost to the site’s configured name', async () => {
  const { page, context } = await site.visit()
  await page.goto(`http://localhost:${site.server.port}/login?from=mail`)
  expect(page.url()).toBe(`${site.server.url}/login?from=mail`)
  await context.close()
})
