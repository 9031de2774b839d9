import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrandBinary, brandBinary } from './brand-build'
import { sharedBrowser, visit } from './browser'
import { startServer, type RunningServer } from './server'

let built: BrandBinary
let server: RunningServer
let browser: Browser

/** The brand of testdata/brand-xx, whose two folders are added to the sources before the build. */
beforeAll(async () => {
  built = await brandBinary('XX')
  server = await startServer({ parks: 20, binary: built.path })
  browser = await sharedBrowser()
})

afterAll(async () => {
  await server?.remove()
  built?.remove()
})

it('builds a fifth brand from its two folders, with a feel of its own', async () => {
  const { page, context, errors } = await visit(browser, server.url)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Built from one folder' }).waitFor()
  const logo = page.getByRole('banner').getByRole('img', { name: 'Fixture Holidays' })
  await expect.poll(() => logo.getAttribute('src')).toMatch(/^\/XX\/logo-dark\.svg\?v=[0-9a-f]{8}$/)
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await page.getByRole('banner').getByText('0808 157 0105').filter({ visible: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Fixture Breaks' }).waitFor()
  await page.getByText('News from the fixture').first().waitFor()

  const card = page.locator('.card').first()
  expect(await card.evaluate((element) => getComputedStyle(element).borderTop)).toBe(
    '3px dashed rgb(91, 42, 134)',
  )
  const facts = page.locator('.card .card-text').first()
  expect(await facts.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(251, 232, 224)',
  )
  expect(errors).toEqual([])
  await context.close()

  const landing = await fetch(`${server.url}/fixture-breaks`)
  expect(landing.status).toBe(200)
  expect(await landing.text()).toContain(' | Fixture Holidays</title>')
  expect((await fetch(`${server.url}/short-uk-breaks`)).status).toBe(404)
})

/** What only the other brands say: their names, hosts, telephone numbers, and texts that the fixture replaces. */
const ofOthers =
  /Meridian|Brightfield|Sentinel|Reader Promotions|(?:meridian|brightfield|sentinel|readerpromotions|social|reviews)\.example|0808 157 010[1-4]|9am-5pm|250,000|Popular places to stay|1 Example Street|\b00000000\b|>Hotels</

/**
 * What is written for each path alone, and the first three paths of each other kind: those with the
 * same first part, which share their texts.
 */
function writtenAndSomeOfEachKind(paths: readonly string[]): string[] {
  const kindOf = (path: string) => path.split('/')[1]
  return paths.filter((path, at) => {
    if (/^\/(?:blog|travel-guide)\//.test(path)) return true
    const before = paths.slice(0, at).filter((other) => kindOf(other) === kindOf(path))
    return before.length < 3
  })
}

it('shows nothing of the other brands on what is written for its sitemap’s pages, and on others of each kind', async () => {
  const index = await (await fetch(`${server.url}/sitemap.xml`)).text()
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname)
  const listed = locations(index)
  const maps = listed.filter((path) => path.endsWith('.xml'))
  const pages = [
    ...listed.filter((path) => !path.endsWith('.xml')),
    ...(
      await Promise.all(
        maps.map(async (path) => locations(await (await fetch(server.url + path)).text())),
      )
    ).flat(),
  ]
  expect(pages.length).toBeGreaterThan(30)
  const leftovers: string[] = []
  for (const path of [
    ...writtenAndSomeOfEachKind(pages),
    '/',
    '/login',
    '/booking/payment',
    '/no-such-page',
  ]) {
    const html = await (await fetch(server.url + path)).text()
    const found = ofOthers.exec(html)
    if (found) leftovers.push(`${path}: ${found[0]}`)
  }
  expect(leftovers, leftovers.join('\n')).toEqual([])
})
