import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, expectSteady, openRendered, phone, takenOver } from './browser'
import { holdBack } from './late'
import { FEW, startSite } from './site'

const site = startSite({ parks: FEW })
const query = 'channel=ukcaravan&region=12&nights=7&adults=2'
const results = `/results?${query}`
const park = `/park-result/CF101/gannet-sands?${query}`
const laptop = { width: 1280, height: 720 }

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target.toString()} is not on the screen`)
  return { ...box, bottom: box.y + box.height }
}

it.each([
  [320, 'a park', { width: 320, height: 568 }, park],
  [390, 'the home page', phone, '/'],
  [1280, 'the home page', laptop, '/'],
])(
  '[HEAD-22] [OP-HEAD-22a] at %i px the small My Booking button of %s stands in a line of its own',
  async (_, __, viewport, path) => {
    const { page, context } = await site.visit({ viewport })
    const button = page.locator('[data-floating]')
    await page.goto(path)
    await takenOver(page)
    await page.evaluate(() => window.scrollTo(0, 43))
    await button.waitFor()
    // Whatever is at the height of the button is part of a line as wide as the screen.
    const strangers = await button.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const found: string[] = []
      for (let x = 1; x < window.innerWidth; x += 10)
        for (const y of [top, (top + bottom) / 2, bottom - 1]) {
          const hit = document.elementFromPoint(x, y)
          if (!hit?.closest('.bottom-line')) found.push(`${x},${y}: ${hit?.outerHTML.slice(0, 80)}`)
        }
      return found
    })
    expect(strangers).toEqual([])
    // The end of the page is not behind the line.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const end = await page.getByRole('contentinfo').boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await boxOf(button)).y)
    await context.close()
  },
)

it.each([phone, laptop])(
  '[OP-PARK-22a] at $width px the price of a park and the way to its prices are in view',
  async (viewport) => {
    const { page, context } = await site.visit({ viewport })
    await page.goto(park)
    await takenOver(page)
    const link = page.getByRole('link', { name: /^See prices from £\d/ })
    await link.waitFor()
    expect((await boxOf(link)).bottom).toBeLessThanOrEqual(viewport.height)
    await link.click()
    const heading = page.getByRole('heading', { name: 'Choose your dates' })
    await expect.poll(async () => (await boxOf(heading)).y).toBeLessThan(viewport.height / 2)
    // With the prices in view, the line has gone.
    await link.waitFor({ state: 'detached' })
    await context.close()
  },
)

it.each([
  ['the results', results],
  ['a park', park],
])('[OP-CAL-20a] the calendar of %s shows five weeks at 1280 × 720', async (_, path) => {
  const { page, context } = await site.visit({ viewport: laptop })
  await page.goto(path)
  await takenOver(page)
  await page.getByRole('button', { name: /^When/ }).click()
  const calendar = page.getByRole('dialog', { name: 'When' })
  const fifth = calendar.getByRole('grid').first().getByRole('row').nth(5)
  await fifth.getByRole('gridcell').first().waitFor()
  const legend = calendar.getByText('Cheapest in the week').last()
  await expect
    .poll(async () => (await boxOf(fifth)).bottom - (await boxOf(legend)).y)
    .toBeLessThanOrEqual(0)
  await context.close()
})

it('[OP-SRCH-3a] the sticky search box is one row from lg on, and moves nothing when it becomes one', async () => {
  const { page, context } = await site.visit({ viewport: laptop })
  await page.goto(results)
  await takenOver(page)
  await page.getByRole('article').first().waitFor()
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.mouse.wheel(0, 300)
  const box = page.locator('#search-box')
  await expect.poll(async () => (await boxOf(box)).height).toBeLessThanOrEqual(126)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(
    whole,
  )
  await expectSteady(page)
  // Its checkboxes are there for who comes by keyboard.
  await box.getByRole('button', { name: /^When/ }).focus()
  await box.getByRole('checkbox', { name: 'Dog(s)' }).waitFor()
  await context.close()
})

it.each([phone, desktop])(
  '[OP-COOKIE-5a] at $width px the cookie banner is there at the first paint, and does not cover the home search',
  async (viewport) => {
    const { page, context } = await site.visit({ viewport, askedForCookies: true })
    const banner = page.getByRole('region', { name: 'Cookies' })
    // Its scripts never come.
    await page.route('**/assets/*.js', (route) => route.abort())
    await openRendered(page, '/')
    await banner.getByRole('button', { name: 'OK' }).waitFor()
    const search = page.locator('#search-box')
    expect((await boxOf(banner)).bottom).toBeLessThanOrEqual((await boxOf(search)).y)
    await context.close()
  },
)

it('[OP-COOKIE-5a] the cookie banner is answered once', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone, askedForCookies: true })
  const banner = page.getByRole('region', { name: 'Cookies' })
  await page.goto(results)
  await takenOver(page)
  await banner.getByRole('button', { name: 'Reject' }).click()
  await banner.waitFor({ state: 'detached' })
  const kept = async () =>
    (await context.cookies()).find(({ name }) => name === 'acceptSiteCookies')?.value
  await expect.poll(kept).toBe('false')
  await page.goto('/')
  await takenOver(page)
  expect(await banner.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

it('the cookie banner goes as soon as it is answered, and comes back where the answer cannot be kept', async () => {
  const { page, context } = await site.visit({ viewport: phone, askedForCookies: true })
  const banner = page.getByRole('region', { name: 'Cookies' })
  const kept = () =>
    context.cookies().then((all) => all.find(({ name }) => name === 'acceptSiteCookies')?.value)
  const arrive = await holdBack(page, '**/assets/*.js')
  await openRendered(page, '/')
  await banner.getByRole('button', { name: 'OK' }).click()
  await banner.waitFor({ state: 'hidden' })
  // Another press, which reacts to nothing yet, does not take the answer's place.
  await page.evaluate(() => document.body.click())
  arrive()
  await expect.poll(kept).toBe('true')
  await expectSteady(page)

  await context.clearCookies()
  await page.goto('/')
  await takenOver(page)
  await page.route('**/assets/choose*.js', (route) => route.abort())
  await banner.getByRole('button', { name: 'Reject' }).click()
  await banner.getByRole('button', { name: 'Reject' }).waitFor()
  expect(await kept()).toBeUndefined()
  await context.close()
})

it('[OP-LOOK-18a] the font size of the browser enlarges the texts, and widens no page', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const session = await context.newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const path of ['/', park]) {
    await page.goto(path)
    await takenOver(page)
    const size = () =>
      page.evaluate(() => [
        getComputedStyle(document.body).fontSize,
        document.documentElement.scrollWidth,
      ])
    await expect.poll(size).toEqual(['32px', phone.width])
  }
  await context.close()
})

it('a table of three columns is not cut on a phone', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/ferry-deals')
  await takenOver(page)
  const table = page.locator('.article-table').first()
  await table.waitFor()
  const cut = await table.evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
  await context.close()
})
