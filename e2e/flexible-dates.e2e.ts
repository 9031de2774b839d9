import { expect, it } from 'vitest'
import { desktop, expectAccessible, expectSteady, phone, takenOver } from './browser'
import { drawnAt } from './links'
import { MANY, startSite } from './site'
import { yearOfNext } from './stays'

const site = startSite({ parks: MANY })
const year = yearOfNext(6)

it('on a phone, any weekend of a month leads to results, to a park at the same price, and Back returns', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  const exact = `/results?channel=ukcaravan&region=12&date=15%2F06%2F${year}&nights=3&adults=2&children=0&infants=0&dogs=`
  await page.goto(exact)
  await takenOver(page)
  await page.getByRole('button', { name: /3 nights • 2 guests/ }).click()
  await page.getByRole('button', { name: /^When/ }).filter({ visible: true }).click()
  const dates = page.getByRole('combobox', { name: 'Dates' })
  await expect.poll(() => dates.locator('option').count()).toBeGreaterThan(10)
  await dates.focus()
  await dates.selectOption({ label: `Any weekend in June ${year}` })
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/when.png` })
  await expectAccessible(page)
  await page.getByRole('button', { name: `Choose Any weekend in June ${year}` }).click()
  await page
    .getByRole('search')
    .getByRole('button', { name: 'Search' })
    .filter({ visible: true })
    .click()
  await page.getByText(`Any weekend in June ${year}, each on its cheapest date`).waitFor()
  expect(new URL(page.url()).searchParams.get('when')).toBe(`weekend-${year}-06`)
  expect(new URL(page.url()).searchParams.has('date')).toBe(false)
  const card = page.getByRole('article').first()
  await card.getByText(/^Fri \d+(st|nd|rd|th) Jun.*3 nights$/).waitFor()
  const price = await card
    .getByText(/^£[\d,.]+$/)
    .first()
    .innerText()
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/when-results.png` })
  const shared = page.url()
  await card.getByRole('link', { name: 'View All Prices' }).click()
  await page.waitForURL(/date=/)
  const book = page.getByRole('button', { name: /^Book/ })
  await page
    .getByRole('listitem')
    .filter({ has: book })
    .filter({ hasText: price })
    .first()
    .waitFor()
  await page.goBack()
  await page.getByText(`Any weekend in June ${year}, each on its cheapest date`).waitFor()
  expect(page.url()).toBe(shared)
  expect(errors).toEqual([])
  await context.close()
})

it('on a desktop, a shared address shows the same, rendered by the server', async () => {
  const address = `/results?channel=ukcaravan&region=12&when=weekend-${year}-06&nights=3&adults=2&children=0&infants=0&dogs=`
  const { main } = await drawnAt(site.server.url, address)
  expect(main).toContain(`Any weekend in June ${year}, each on its cheapest date`)
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await page.goto(address)
  await takenOver(page)
  await page.getByText(`Any weekend in June ${year}, each on its cheapest date`).waitFor()
  await expectSteady(page)
  await expectAccessible(page)
  expect(new URL(page.url()).searchParams.get('when')).toBe(`weekend-${year}-06`)
  expect(errors).toEqual([])
  await context.close()
})
