import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, expectAccessible, hydrated, phone, sharedBrowser } from './browser'
import { startSite } from './site'

// What the operator adds to the home page: a film, a countdown and a gallery.
const dir = mkdtempSync(join(tmpdir(), 'home-page-'))
const home = join(dir, 'home.json')
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

beforeAll(async () => {
  const page = await (await sharedBrowser()).newPage()
  writeFileSync(join(dir, 'bay.mp4'), Buffer.from(await page.evaluate(record), 'base64'))
  writeFileSync(home, JSON.stringify(own))
  await page.close()
})
const site = startSite({ parks: 20, args: ['--home-page', home] })
afterAll(() => rmSync(dir, { recursive: true }))

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
