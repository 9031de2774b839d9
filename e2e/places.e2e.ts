import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { formatDayMonth, parseDate } from '../web/src/rules/dates'
import { cheapestPerDate, type MinPrices } from '../web/src/rules/price-lookup'
import { desktop, phone, takenOver } from './browser'
import { MANY, startSite } from './site'
import { yearOfNext } from './stays'

const site = startSite({ parks: MANY })

it('finds a town with a typing error on a phone, and shows the nearest parks first', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const town = await townOf(site.server.url)
  await page.goto('/')
  await takenOver(page)
  const where = page.getByRole('combobox', { name: 'Where' })
  await where.click()
  // Swaps two letters.
  const [a, b, c, ...rest] = town
  await where.fill([a, c, b, ...rest].join(''))
  const option = page.getByRole('option', { name: new RegExp(`^${town}`) })
  await option.first().waitFor()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/where.png` })
  await option.first().click()
  await expect.poll(() => where.inputValue()).toBe(town)
  await search(page)
  await page.getByRole('heading', { level: 1, name: `Holidays near ${town}` }).waitFor()
  expect(new URL(page.url()).searchParams.get('near')).toContain(town)
  const distances = page.getByText(/^(Less than a mile|\d+ miles?) from /)
  await distances.first().waitFor()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/near.png` })
  const shown = await miles(distances)
  expect(shown.length).toBeGreaterThan(1)
  expect(shown).toEqual(shown.toSorted((x, y) => x - y))
  // A reload keeps the order.
  await page.reload()
  await distances.first().waitFor()
  await expect.poll(() => miles(distances)).toEqual(shown)
  expect(errors).toEqual([])
  await context.close()
})

it('finds the parks near a postcode on a desktop, with the distance on each card', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  const outward = await outwardOf(site.server.url)
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('combobox', { name: 'Where' }).click()
  await page.getByRole('combobox', { name: 'Where' }).fill(`${outward.toLowerCase()} 1`)
  await page.getByRole('group', { name: 'Postcode' }).getByRole('option').click()
  await search(page)
  await page.getByRole('heading', { level: 1, name: `Holidays near ${outward}` }).waitFor()
  await expectNearestFirst(page, outward)
  expect(new URL(page.url()).searchParams.get('near')).toContain(outward)
  expect(errors).toEqual([])
  await context.close()
})

it('finds near a postcode at the border of its region the parks beyond it, too', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  const june = `15%2F06%2F${yearOfNext(6)}`
  // Bristol is in Somerset; these towns of three other regions are within 50 miles of it.
  await page.goto(
    `/results?channel=ukcaravan&region=14&near=51.450,-2.590,BS1&date=${june}&nights=7&adults=2`,
  )
  await expectNearestFirst(page, 'BS1')
  const beyond = page.getByRole('article').filter({ hasText: /South Cerney|Shaftesbury|Brecon/i })
  expect(await beyond.count()).toBeGreaterThan(0)
  // The calendar has the prices of the same parks.
  const { date, price } = await cheaperBeyond(site.server.url)
  await page.goto(
    `/results?channel=ukcaravan&region=14&near=51.450,-2.590,BS1&date=${encodeURIComponent(date)}&nights=7&adults=2`,
  )
  await takenOver(page)
  await page.getByRole('button', { name: /^When/ }).click()
  const name = `${formatDayMonth(parseDate(date) ?? '', 'full', true)}, from £${Math.ceil(price)}`
  await page.getByRole('button', { name }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('asks for the position on a phone only when Near me is pressed, and keeps it in the page', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await context.setGeolocation({ latitude: 50.35, longitude: -5.1 }) // in Cornwall
  await context.grantPermissions(['geolocation'])
  await page.addInitScript(countQuestions)
  const asked = () => page.evaluate(() => document.documentElement.dataset.asked)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await page.goto('/')
  await takenOver(page)
  await page.getByRole('combobox', { name: 'Where' }).click()
  const near = page.getByRole('button', { name: 'Near me' })
  await near.waitFor()
  expect(await asked()).toBeUndefined()
  await near.click()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Where' }).inputValue())
    .toBe('Near you')
  expect(await asked()).toBe('once')
  await search(page)
  await expectNearestFirst(page, 'you')
  expect(page.url()).not.toContain('near=')
  expect(sent.filter((request) => /50\.35|5\.1\b/.test(request))).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

/** A day on which the cheapest arrival near BS1 is beyond the border of its region, and its price. */
async function cheaperBeyond(url: string): Promise<{ date: string; price: number }> {
  const daysOf = async (place: string, query: string) => {
    const answer = await fetch(`${url}/api/cachedavailability?channel=ukcaravan&nights=7&${query}`)
    const { data } = (await answer.json()) as { data: { minprices: MinPrices } }
    return cheapestPerDate(data.minprices, place, { nights: 7, partySize: 2, pets: false })
  }
  const near = await daysOf('14@51.45,-2.59', 'region=14@51.45,-2.59')
  const region = await daysOf('14', 'region=14')
  for (const [date, { cheapestPrice: price }] of near)
    if (price < (region.get(date)?.cheapestPrice ?? Infinity)) return { date, price }
  throw new Error('nothing is cheaper beyond the border')
}

/** Runs in the page: notes that the position was asked for. */
function countQuestions() {
  const { geolocation } = navigator
  const ask = geolocation.getCurrentPosition.bind(geolocation)
  geolocation.getCurrentPosition = (...how) => {
    const { dataset } = document.documentElement
    dataset.asked = dataset.asked ? 'again' : 'once'
    ask(...how)
  }
}

async function search(page: Page) {
  await page
    .getByRole('search')
    .getByRole('button', { name: 'Search' })
    .filter({ visible: true })
    .click()
}

/** Every card says how far its park is, and the nearest is the first. */
async function expectNearestFirst(page: Page, from: string) {
  const distances = page
    .getByRole('article')
    .getByText(new RegExp(`^(Less than a mile|\\d+ miles?) from ${from}$`))
  await distances.first().waitFor()
  const without = async () => (await page.getByRole('article').count()) - (await distances.count())
  await expect.poll(without, { message: 'cards without a distance' }).toBe(0)
  const shown = await miles(distances)
  expect(shown.length).toBeGreaterThan(1)
  expect(shown).toEqual(shown.toSorted((x, y) => x - y))
}

async function miles(distances: { allTextContents(): Promise<string[]> }): Promise<number[]> {
  return (await distances.allTextContents()).map((text) => Number(/^\d+/.exec(text)?.[0] ?? 0))
}

/** The first half of the postcode of a park in Cornwall. */
async function outwardOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/parkdetails?parkId=CF101`)
  const { data } = (await answer.json()) as { data: { park: { postcode: string } } }
  const [outward] = data.park.postcode.split(' ')
  if (!outward) throw new Error('the park has no postcode')
  return outward
}

/** A town of Cornwall in the demo whose name is long enough for a typing error. */
async function townOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/parks?region=12&channel=ukcaravan`)
  const { data } = (await answer.json()) as { data: { townList: { name: string }[] } }
  const town = data.townList.find(
    ({ name }) => /^[A-Z][a-z]{4,}$/.test(name) && name[1] !== name[2],
  )
  if (!town) throw new Error('no town of Cornwall has a name of five letters')
  return town.name
}
