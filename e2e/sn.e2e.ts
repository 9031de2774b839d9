import { expect, it } from 'vitest'
import { testBrand } from './brand-tests'
import { desktop, phone } from './browser'
import { FEW, startSite } from './site'

const site = startSite({ parks: FEW, brand: 'SN' })

testBrand(site, 'SN')

it.each([
  ['a desktop', desktop, '/images/parks/C/CF101/1-wide.svg'],
  ['a phone', phone, '/images/parks/C/CF101/1.svg'],
])(
  'on %s the picture of a park is drawn in the shape in which it is shown',
  async (_, viewport, path) => {
    const { page, context } = await site.visit({ viewport })
    await page.goto('/park-result/CF101/gannet-sands')
    const picture = page.locator('main picture img').first()
    const crop = () =>
      picture.evaluate((it: HTMLImageElement) => ({
        path: new URL(it.currentSrc).pathname,
        cut: Math.abs(it.clientWidth / it.clientHeight - it.naturalWidth / it.naturalHeight) > 0.02,
      }))
    await expect.poll(crop).toEqual({ path, cut: false })
    await context.close()
  },
)

it('below its four small pictures a park says what they show', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto('/park-result/CF101/gannet-sands')
  const captions = page.getByRole('main').locator('figcaption')
  await expect
    .poll(() => captions.allTextContents())
    .toEqual(['Around the park', 'Indoor pool', 'The living room', 'Play area'])
  await context.close()
})
