import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, expectAccessible, hydrated, phone, sharedBrowser, takenOver } from './browser'
import { startSite } from './site'

// What an operator can set up, on one server: additions to the home page, tiles for the maps, and a
// service that receives errors.

/** What is added to the home page: a film, a countdown and a gallery. */
const own = {
  film: 'bay.mp4',
  countdown: { until: '2099-01-01T00:00:00Z', title: 'Our sale ends soon' },
  gallery: [
    { url: '/images/regions/12.svg', alt: 'Cornwall' },
    { url: '/images/regions/13.svg', alt: 'Devon' },
    { url: '/images/hero/coast.svg', alt: 'A coast' },
    { url: '/images/hero/lake.svg', alt: 'A lake' },
  ],
}

const dir = mkdtempSync(join(tmpdir(), 'home-page-'))
const home = join(dir, 'home.json')

/** Starts a service on a port of its own; returns its address. */
async function listen(service: Server): Promise<string> {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  return `127.0.0.1:${(service.address() as AddressInfo).port}`
}

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
const origin = `http://${await listen(tiles)}`

/** An event as the error-reporting service gets it. */
interface Report {
  environment: string
  release: string
  platform: string
  timestamp: number
  tags: Record<string, string>
  request: { url: string; headers: Record<string, string> }
  user: { ip_address: string }
  exception: {
    values: { type: string; value: string; mechanism: { type: string }; stacktrace?: unknown }[]
  }
}

let received: string[] = []
const service = createServer((request, answer) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push(body)
    answer.end('{"id":"1"}')
  })
})
const dsn = `http://public@${await listen(service)}/7`

beforeAll(async () => {
  const page = await (await sharedBrowser()).newPage()
  writeFileSync(join(dir, 'bay.mp4'), Buffer.from(await page.evaluate(record), 'base64'))
  writeFileSync(home, JSON.stringify(own))
  await page.close()
})
const site = startSite({
  parks: 60,
  args: [
    '--home-page',
    home,
    '--map-tiles',
    `${origin}/{z}/{x}/{y}.png`,
    '--map-credit',
    '© Streets and Sons',
  ],
  env: { HOLIDAYMAKER_ERROR_DSN: dsn },
})
afterAll(() => {
  rmSync(dir, { recursive: true })
  tiles.close()
  service.close()
})

/** Records a film of half a second with the browser's own encoder; returns it as base64. */
async function record(): Promise<string> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 320, height: 140 })
  const drawing = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((done) => (recorder.onstop = done))
  recorder.start()
  for (let frame = 0; frame < 10; frame++) {
    if (drawing) drawing.fillStyle = `hsl(${frame * 30} 60% 50%)`
    drawing?.fillRect(0, 0, 320, 140)
    await new Promise((done) => setTimeout(done, 50)) // the recorder takes what is seen
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Counts, from the beginning of a page, how often a video was started. */
function countPlays() {
  const counted = window as Window & { plays?: number }
  counted.plays = 0
  document.addEventListener('play', () => (counted.plays = (counted.plays ?? 0) + 1), {
    capture: true, // the event does not bubble
  })
}

const plays = () => (window as Window & { plays?: number }).plays ?? 0

/** Waits in the page until what is shown has been painted and the events that follow have come. */
async function twoFrames() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await new Promise((done) => setTimeout(done))
}

/** Whether an address is that of the code that shows a film. */
const isFilmCode = (url: string) => url.includes('/HeroFilm-')

it('a film plays over its poster after the page has loaded, and can be stopped', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.largest = (
          entry as PerformanceEntry & { element?: Element }
        ).element?.tagName
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.addInitScript(countPlays)
  const html = (await (await page.goto('/'))?.text()) ?? ''
  expect(html).not.toContain('<video')
  expect(html).toContain('/images/hero/coast-large.svg')
  const pause = page.getByRole('button', { name: 'Pause video' })
  await pause.waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  expect(await page.locator('html').getAttribute('data-largest')).not.toBe('VIDEO')
  await expectAccessible(page)
  await pause.click()
  await page.getByRole('button', { name: 'Play video' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(true)

  // It stays stopped when the visitor comes back: a new video begins, and nothing plays it.
  const before = await page.evaluate(plays)
  await page.getByRole('link', { name: 'UK Lodge Breaks' }).first().click()
  await page.getByRole('heading', { level: 1, name: /Lodge/ }).waitFor()
  await page.goBack()
  const play = page.getByRole('button', { name: 'Play video' })
  await play.waitFor()
  await page.evaluate(twoFrames)
  expect(await page.evaluate(plays)).toBe(before)
  await play.click()
  await pause.waitFor()
  await expect.poll(() => page.evaluate(plays)).toBe(before + 1)
  expect(errors).toEqual([])
  await context.close()
})

it('a visitor with reduced motion sees the poster, and may play the film', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const films: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/films/')) films.push(request.url())
  })
  const code = page.waitForRequest((request) => isFilmCode(request.url()))
  await page.goto('/')
  await code
  const play = page.getByRole('button', { name: 'Play video' })
  await play.waitFor()
  await page.waitForLoadState('networkidle') // a film is asked for after everything else
  expect(films).toEqual([])
  await play.click()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await context.close()
})

/** How many slides of a row are in view; a part of the next one does not count. */
const inView = (row: Locator) =>
  row.evaluate((list) => {
    const { paddingLeft, paddingRight, columnGap } = getComputedStyle(list)
    const width = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    const slide = list.querySelector('li')?.getBoundingClientRect().width ?? NaN
    return Math.floor((width + parseFloat(columnGap)) / (slide + parseFloat(columnGap)) + 0.01)
  })

it('[HOME-15] [HOME-16] [HOME-23] as many slides are in view as the width has room for', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await hydrated(page)
  const [regions, types] = await page
    .locator('section[aria-roledescription=carousel] > ul[data-peek]')
    .all()
  const gallery = page.getByRole('list', { name: 'Gallery' })
  const shown: Record<number, number[]> = {}
  for (const width of [575, 576, 767, 768, 959, 960, 991, 992]) {
    await page.setViewportSize({ width, height: 900 })
    shown[width] = await Promise.all([types, regions, gallery].map((row) => inView(row as Locator)))
  }
  expect(shown).toEqual({
    575: [1, 1, 1],
    576: [2, 2, 1],
    767: [2, 2, 1],
    768: [3, 3, 1],
    959: [3, 3, 1],
    960: [3, 3, 3],
    991: [3, 3, 3],
    992: [4, 3, 3],
  })
  const left = () => gallery.evaluate((list) => Math.round(list.scrollLeft))
  await page.getByRole('button', { name: 'Previous: Gallery' }).click()
  await expect.poll(left).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Next: Gallery' }).click()
  await expect.poll(left).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

it('a phone has the picture without the film; countdown and gallery are there', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const asked: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (isFilmCode(url) || url.includes('/films/')) asked.push(url)
  })
  await page.goto('/')
  await hydrated(page)
  await page.getByText('Our sale ends soon').waitFor()
  await page.getByRole('img', { name: 'Cornwall' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  expect(await page.locator('video').count()).toBe(0)
  await expectAccessible(page)
  await context.close()
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

/** The events in the envelopes that the service got. */
function reports(): Report[] {
  return received.flatMap((envelope) => {
    const [, ...lines] = envelope.trimEnd().split('\n')
    return lines.flatMap((line, index) =>
      index % 2 === 0 && (JSON.parse(line) as { type: string }).type === 'event'
        ? [JSON.parse(lines[index + 1] ?? '') as Report]
        : [],
    )
  })
}

/** Causes an unhandled rejection in a page. */
async function reject(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => void Promise.reject(new Error(text)), message)
}

it('[EREP-01] [EREP-02] reports an unhandled rejection through our own host, without personal data, and errors of timers and handlers', async () => {
  received = []
  const { page, context } = await site.visit()
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto('/region/ukcaravan?surname=Quackenbush')
  // Before the script runs, nothing reports.
  await takenOver(page)
  // A failed load of a part of the front end is not reported.
  await reject(page, 'Failed to fetch dynamically imported module: https://mt.example/assets/a.js')
  await reject(page, 'no answer for w.q@mail.example, 7K3QX-9F2MA, TR1 2AB, 4444 3333 2222 1111')
  await expect.poll(reports).toHaveLength(1)
  const [report] = reports()
  expect(report).toMatchObject({
    environment: 'production',
    platform: 'javascript',
    timestamp: expect.any(Number) as number,
    tags: { siteCode: 'MT', page: '/region/ukcaravan' },
    // Personal data that goes along: address and browser.
    user: { ip_address: '127.0.0.1' },
    request: { url: `${site.server.url}/region/ukcaravan` },
  })
  expect(report?.release).toBeTruthy()
  expect(report?.request.headers['User-Agent']).toContain('Chrome')
  expect(report?.exception.values[0]).toMatchObject({
    type: 'Error',
    value: 'no answer for *** ***, ***, ***',
    mechanism: { type: 'onunhandledrejection' },
  })
  expect(report?.exception.values[0]?.stacktrace).toBeTruthy()
  expect(received.join()).not.toMatch(/Quackenbush|mail\.example|9F2MA|2AB|4444/)

  received = []
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('in a timer')
    })
    document.body.addEventListener('click', () => {
      throw new TypeError('in a handler')
    })
    document.body.click()
  })
  await expect
    .poll(() =>
      reports()
        .map(({ exception: { values } }) => values[0])
        .toSorted((a, b) => (a?.value ?? '').localeCompare(b?.value ?? '')),
    )
    .toMatchObject([
      { type: 'TypeError', value: 'in a handler', mechanism: { type: 'onerror' } },
      { type: 'Error', value: 'in a timer', mechanism: { type: 'onerror' } },
    ])
  expect([...hosts]).toEqual([new URL(site.server.url).host])
  await context.close()
})

it('reports nothing on a payment page', async () => {
  const { page, context } = await site.visit()
  // The address decides, also without a booking. The script alone draws this page.
  await page.goto('/booking/payment')
  await page.getByText(/^You have no booking in progress\./).waitFor()
  received = []
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await reject(page, 'on the payment page')
  expect(new URL(page.url()).pathname).toBe('/booking/payment')
  await page.goto('/region/ukcaravan')
  await takenOver(page)
  await reject(page, 'on the next page')
  await expect.poll(reports).toHaveLength(1)
  expect(reports()[0]?.exception.values[0]?.value).toBe('on the next page')
  // The event of the request can come after the service has received the request.
  await expect.poll(() => asked.filter((url) => url.includes('/api/errors'))).toHaveLength(1)
  await context.close()
})
