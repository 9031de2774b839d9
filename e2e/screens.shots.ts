import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, phone, sharedBrowser, visit } from './browser'
import { type RunningServer, startServer } from './server'

// Takes screenshots for a designer to check after a change: every page at the width of a phone and
// of a desktop, and a page with 48 park pictures.

const folder = fileURLToPath(new URL('../screens/', import.meta.url))
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  server = await startServer({ parks: 600 })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await server.remove()
})

const query = 'channel=ukcaravan&region=12&nights=7&adults=2&children=2&infants=0&dogs='
const pages: Record<string, string> = {
  home: '/',
  results: `/results?${query}`,
  'all-regions': '/results/all-regions?channel=ukcaravan&region=all-regions&nights=7&adults=2',
  'all-dates': `/results/all-dates?${query}`,
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
