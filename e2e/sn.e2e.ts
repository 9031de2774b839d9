import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { testBrand } from './brand-tests'
import { desktop, hydrated, phone } from './browser'
import { FEW, startSite } from './site'

const site = startSite({ parks: FEW, brand: 'SN' })

testBrand(site, 'SN')

/** The picture of a park that the browser has chosen, and whether it is shown cut off. */
const shownPicture = (page: Page) =>
  page
    .locator('main picture img')
    .first()
    .evaluate((it: HTMLImageElement) => ({
      path: new URL(it.currentSrc).pathname,
      cut: Math.abs(it.clientWidth / it.clientHeight - it.naturalWidth / it.naturalHeight) > 0.02,
    }))

it('on a phone the picture of a park is drawn in the shape in which it is shown', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/park-result/CF101/gannet-sands')
  await expect
    .poll(() => shownPicture(page))
    .toEqual({ path: '/images/parks/C/CF101/1.svg', cut: false })
  await context.close()
})

it('on a desktop the picture of a park is wide, and below its four small pictures it says what they show', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto('/park-result/CF101/gannet-sands')
  await expect
    .poll(() => shownPicture(page))
    .toEqual({ path: '/images/parks/C/CF101/1-wide.svg', cut: false })
  const captions = page.getByRole('main').locator('figcaption')
  await expect
    .poll(() => captions.allTextContents())
    .toEqual(['Around the park', 'Indoor pool', 'The living room', 'Play area'])
  await context.close()
})

it('an operator name of three lines beside a park is below its heart', async () => {
  const { page, context } = await site.visit({ viewport: { width: 992, height: 800 } })
  await page.goto('/park-result/CF101/gannet-sands')
  await hydrated(page)
  const operator = page.getByRole('main').getByText(/^Coastfold Parks/)
  await operator.evaluate((it) => (it.textContent = 'Coastfold Parks and Touring Sites '.repeat(3)))
  const [name, heart, title] = await Promise.all([
    operator.boundingBox(),
    page.getByRole('button', { name: 'Save Gannet Sands to your shortlist' }).boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ])
  if (!name || !heart || !title) throw new Error('the title is not shown')
  expect(name.y).toBeGreaterThan(heart.y + heart.height)
  expect(name.x).toBeGreaterThan(title.x + title.width)
  await context.close()
})
