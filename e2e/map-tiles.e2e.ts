import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { desktop, expectAccessible } from './browser'
import { startSite } from './site'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const asked: string[] = []
// Over HTTP, so that the content security policy allows its pictures only by an entry of its own.
const tiles = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(200, { 'Content-Type': 'image/png' }).end(pixel)
})
await new Promise<void>((listening) => tiles.listen(0, '127.0.0.1', listening))
const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
afterAll(() => tiles.close())

const site = startSite({
  parks: 60,
  args: ['--map-tiles', `${origin}/{z}/{x}/{y}.png`, '--map-credit', '© Streets and Sons'],
})

it('maps show the tiles of the server in the settings, with its credit, and not the map inside', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  const answer = await page.goto('/results?channel=ukcaravan&region=12&nights=7&adults=2&view=map')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  const images = policy.split('; ').find((rule) => rule.startsWith('img-src'))
  expect(images?.split(' ')).toContain(origin)
  await page.locator('.map-pin, .map-cluster').first().waitFor()
  const drawn = () =>
    page
      .locator('img.leaflet-tile')
      .evaluateAll(
        (all) => all.filter((tile) => (tile as HTMLImageElement).naturalWidth > 0).length,
      )
  await expect.poll(drawn).toBeGreaterThan(3)
  expect(asked.filter((path) => !/^\/\d+\/\d+\/\d+\.png$/.test(path))).toEqual([])
  const map = page.getByRole('region', { name: 'Map of the holidays' })
  await map.getByText('© Streets and Sons').waitFor()
  expect(await map.getByText('Natural Earth').count()).toBe(0)
  const requested = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  )
  expect(requested.filter((name) => /\/base-.*json/.test(name))).toEqual([])
  await expectAccessible(page)

  asked.length = 0
  await page.goto('/holidays/CF101/gannet-sands')
  await page.getByRole('button', { name: /Open the map/ }).click()
  await page.getByRole('dialog').getByText('© Streets and Sons').waitFor()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(errors).toEqual([])
  await context.close()
})
