import { expect, it } from 'vitest'
import { desktop, expectAccessible, expectSteady, phone, takenOver } from './browser'
import { drawnAt } from './links'
import { MANY, startSite } from './site'

const site = startSite({ parks: MANY })

it.each([
  ['/last-minute-deals', 'a phone', 'Last Minute Deals', phone],
  ['/offers', 'a desktop', 'Offers', desktop],
])(
  '%s leads to the park and to Book at the same price, on %s',
  async (path, _, title, viewport) => {
    const { page, context, errors } = await site.visit({ viewport })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const card = page.getByRole('article').first()
    const price = await card.getByText(/^£[\d,.]+$/).innerText()
    if (process.env.LOOK)
      await page.screenshot({
        path: `${process.env.LOOK}/deals-${title}-${viewport.width}.png`,
        fullPage: true,
      })
    await expectAccessible(page)
    await expectSteady(page)
    await card.getByRole('link').click()
    const book = page.getByRole('button', { name: /^Book/ })
    const unit = page.getByRole('listitem').filter({ has: book }).filter({ hasText: price })
    await unit.first().getByRole('button', { name: /^Book/ }).click()
    await page.waitForURL('**/booking/extras')
    await page.getByText(price, { exact: true }).first().waitFor({ state: 'attached' })
    expect(errors).toEqual([])
    await context.close()
  },
)

it('on a phone, a visitor goes from the home page by region and page, and Back returns', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto('/')
  await takenOver(page)
  // The deals are loaded when they come near.
  const all = page.getByRole('link', { name: 'See all last minute deals' })
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 500)
      return all.count()
    })
    .toBe(1)
  await all.click()
  await page.getByRole('heading', { level: 1, name: 'Last Minute Deals' }).waitFor()
  const region = page.getByRole('navigation', { name: 'Region' }).getByRole('link').nth(1)
  const count = /\((\d+)\)/.exec(await region.innerText())?.[1]
  await region.click()
  await page.getByText(count === '1' ? '1 deal' : `${count} deals`, { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /^Last Minute Deals$/ }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('deals are rendered by the server, with links to the next page', async () => {
  const { main, canonical } = await drawnAt(site.server.url, '/last-minute-deals')
  expect(main).toContain('/park-result/')
  expect(main).toContain('href="/last-minute-deals?channel=ukcaravan&amp;page=2"')
  expect(canonical).toHaveLength(1)
  const missing = await fetch(`${site.server.url}/last-minute-deals?channel=ukcaravan&region=nope`)
  expect(missing.status).toBe(404)
})
