import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, phone, sharedBrowser, visit } from './browser'
import { type RunningServer, startServer } from './server'

// Takes screenshots for a designer to check after a change: every page of a brand at the width of a
// phone and of a desktop, and a page with 48 park pictures.

const folder = fileURLToPath(new URL(`../screens/${process.env.SCREENS}/`, import.meta.url))
let server: RunningServer
let closed: RunningServer
let browser: Browser

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  server = await startServer({ parks: 600 })
  closed = await startServer({ parks: 12, env: { HOLIDAYMAKER_MAINTENANCE: 'true' } })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await Promise.all([server.remove(), closed.remove()])
})

const query = 'channel=ukcaravan&region=12&nights=7&adults=2&children=2&infants=0&dogs='
const pages: Record<string, string> = {
  home: '/',
  results: `/results?${query}`,
  'all-regions': '/results/all-regions?channel=ukcaravan&region=all-regions&nights=7&adults=2',
  'all-dates': `/results/all-dates?${query}`,
  park: `/park-result/CF101/gannet-sands?${query}`,
  browse: '/region/ukcaravan',
  deals: '/last-minute-deals',
  blog: '/blog',
  post: '/blog/learning-to-steer-a-narrowboat',
  guide: '/travel-guide/cornwall/12',
  'guide-in-the-mountains': '/travel-guide/north-wales/31',
  about: '/about-us',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy-policy',
  offers: '/offers',
  'ferry-deals': '/ferry-deals',
  login: '/login',
  'not-found': '/404',
  'no-booking': '/booking/extras',
}

for (const [name, path] of Object.entries(pages)) {
  for (const viewport of [phone, desktop]) {
    it(`takes a picture of ${name} at ${viewport.width}`, async () => {
      const visitor = await visit(browser, server.url, { viewport })
      await visitor.page.goto(path, { waitUntil: 'networkidle' })
      await visitor.page.screenshot({
        path: `${folder}${name}-${viewport.width}.png`,
        fullPage: true,
      })
      expect(visitor.errors).toEqual([])
      await visitor.context.close()
    })
  }
}

it.each([phone, desktop])('takes a picture of the maintenance page at $width', async (viewport) => {
  const { page, context } = await visit(browser, closed.url, { viewport })
  const answer = await page.goto('/', { waitUntil: 'networkidle' })
  expect(answer?.status()).toBe(503)
  const path = `${folder}maintenance-${viewport.width}.png`
  await page.screenshot({ path, fullPage: true })
  await context.close()
})

it('takes a picture of 48 parks together', async () => {
  const answer = await fetch(`${server.url}/api/search?${query}&partySize=4&flex=14`)
  const { data } = (await answer.json()) as { data: { results: { parkId: string }[] } }
  expect(data.results.length).toBeGreaterThanOrEqual(48)
  const tags = data.results
    .slice(0, 48)
    .map(({ parkId }) => `<img src="/images/parks/${parkId[0]}/${parkId}/1.svg">`)
  const visitor = await visit(browser, server.url)
  await visitor.page.goto('/404')
  await visitor.page.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(6,1fr);gap:6px}img{width:100%}</style>${tags.join('')}`,
  )
  await visitor.page.waitForLoadState('networkidle')
  writeFileSync(`${folder}parks.png`, await visitor.page.screenshot({ fullPage: true }))
  await visitor.context.close()
})
