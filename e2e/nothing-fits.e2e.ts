import { expect, it } from 'vitest'
import { desktop, expectAccessible, expectSteady, phone } from './browser'
import { drawnAt } from './links'
import { MANY, startSite } from './site'
import { yearOfNext } from './stays'

const site = startSite({ parks: MANY })

const june = `15%2F06%2F${yearOfNext(6)}`
const search = `channel=ukcaravan&region=12&date=${june}&nights=7&adults=2&children=0&infants=0&dogs=`
/** An area of open sea. */
const sea = `/results?${search}&box=-13,47,-12,48`

/** A Friday in June, when most parks have a changeover. */
const friday = new Date(Date.UTC(Number(yearOfNext(6)), 5, 11))
friday.setUTCDate(friday.getUTCDate() + ((12 - friday.getUTCDay()) % 7))
const groupSearch = search
  .replace('date=15', `date=${friday.getUTCDate()}`)
  .replace('adults=2', 'adults=12')

/** '12 holidays from £119' as numbers. */
const promised = /(\d+) holidays? from £([\d.]+)/

it('on a phone, an empty area of the map, which the server renders, leads to a region, which shows what was promised, and Back returns', async () => {
  const { main } = await drawnAt(site.server.url, sea)
  expect(main).toContain('No results. Please try adjusting')
  expect(main).toContain('Nearby regions')
  expect(main).toMatch(/miles<!-- --> away|miles away/)
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(sea)
  await page.getByRole('heading', { name: /^No results/ }).waitFor()
  const nearby = page.getByRole('link', { name: /miles away$/ })
  await expect.poll(() => nearby.count()).toBe(3)
  if (process.env.LOOK)
    await page.screenshot({ path: `${process.env.LOOK}/nothing.png`, fullPage: true })
  await expectAccessible(page)
  await expectSteady(page)
  const [, count, price] = promised.exec((await nearby.first().textContent()) ?? '') ?? []
  await nearby.first().click()
  const total = count === '1' ? '1 Holiday found' : `${count} Holidays found`
  await page.getByText(total).waitFor()
  await page.getByText(`£${price}`, { exact: true }).first().waitFor({ state: 'attached' })
  await page.goBack()
  await page.getByRole('heading', { name: /^No results/ }).waitFor()
  await expect.poll(() => nearby.count()).toBe(3)
  expect(errors).toEqual([])
  await context.close()
})

it('on a desktop, the filter whose removal brings most back says how many, and brings them', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  // Features that no park of the region has together.
  await page.goto(`/results?${search}&features=0,1,10`)
  await page.getByRole('heading', { name: /^No results/ }).waitFor()
  const ways = page.getByRole('button', { name: /^Without .+: \d+ holidays?$/ })
  await ways.first().waitFor()
  const counts = (await ways.allInnerTexts()).map((text) => Number(/(\d+) h/.exec(text)?.[1]))
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  await ways.first().click()
  await page
    .getByText(counts[0] === 1 ? '1 Holiday found' : `${counts[0]} Holidays found`)
    .waitFor()
  // At most 18 are shown at once.
  await expect.poll(() => page.getByRole('article').count()).toBe(Math.min(counts[0] ?? 0, 18))
  expect(errors).toEqual([])
  await context.close()
})

it('on a phone, a group that no unit has room for books units together, in one go', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(`/results?${groupSearch}`)
  const offer = page.getByRole('link', { name: /Side by side: .*£[\d,.]+ in all$/ }).first()
  const price = /£[\d,.]+(?= in all)/.exec((await offer.textContent()) ?? '')?.[0]
  if (process.env.LOOK)
    await page.screenshot({ path: `${process.env.LOOK}/group.png`, fullPage: true })
  await offer.click()
  await page.getByRole('heading', { name: /^Together at / }).waitFor()
  expect(await page.getByText(`${price} for everything`).count()).toBe(1)
  if (process.env.LOOK) {
    await page.getByText('Change who sleeps where').first().click()
    await page.screenshot({ path: `${process.env.LOOK}/together.png`, fullPage: true })
    await page.setViewportSize(desktop)
    await page.screenshot({ path: `${process.env.LOOK}/together-wide.png`, fullPage: true })
    await page.setViewportSize(phone)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book all of it' }).last().click()
  await page.getByRole('button', { name: 'Continue your booking' }).click()
  await page
    .getByText(price ?? 'no price', { exact: true })
    .first()
    .waitFor({ state: 'attached' })
  if (process.env.LOOK)
    await page.screenshot({ path: `${process.env.LOOK}/group-extras.png`, fullPage: true })
  expect(page.url()).toContain('/booking/extras')
  expect(errors).toEqual([])
  await context.close()
})
