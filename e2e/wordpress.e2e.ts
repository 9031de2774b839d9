import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  atOnce,
  expectSound,
  openRendered,
  phone,
  sharedBrowser,
  takenOver,
  visit,
} from './browser'
import { drawnAt } from './links'
import { type RunningServer, startServer } from './server'
import { startWordPress, type WordPress } from './wordpress'

const secret = 'a secret of thirty-two characters or more'

let browser: Browser
/** Publishes the content files in the binary. */
let own: RunningServer
let wordPress: WordPress
/** Publishes the same content from a WordPress. */
let theirs: RunningServer

beforeAll(async () => {
  own = await startServer({ parks: 20 })
  wordPress = await startWordPress(own.url)
  theirs = await startServer({
    parks: 20,
    args: ['--cms-url', wordPress.url, '--cms-private'],
    env: { HOLIDAYMAKER_CMS_PURGE_SECRET: secret },
  })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await Promise.all([own?.remove(), theirs?.remove()])
  await wordPress?.stop()
})

const written = [
  '/blog',
  '/blog?page=2',
  '/blog/february-half-term-breaks',
  '/blog/learning-to-steer-a-narrowboat',
  '/travel-guide/cornwall/12',
  '/travel-guide/the-norfolk-broads/50',
  '/help',
  '/terms',
  '/privacy-policy',
  '/about-us',
  '/ferry-deals',
  '/inspiration',
  '/p/age/965',
]

it('content is drawn the same from a WordPress as from the content files', async () => {
  await atOnce(written, 2, async (path) => {
    const pages = await Promise.all([own, theirs].map(({ url }) => drawnAt(url, path)))
    const [before = '', after] = pages.map(({ main }) => main)
    expect(after, path).toBe(before)
    expect(before.match(/<(?:h1|h2|h3|p|li|img)\b/g)?.length, path).toBeGreaterThan(2)
  })
})

/** A photograph of 3000 × 2000 pixels, as JPEG. */
async function takePhoto(): Promise<Buffer> {
  const { page, context } = await visit(browser, own.url)
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 2000
    const paint = canvas.getContext('2d') as CanvasRenderingContext2D
    const sky = paint.createLinearGradient(0, 0, 0, 2000)
    sky.addColorStop(0, '#2b82b8')
    sky.addColorStop(1, '#f4efd6')
    paint.fillStyle = sky
    paint.fillRect(0, 0, 3000, 2000)
    for (let at = 0; at < 4000; at++) {
      paint.fillStyle = `hsl(${90 + (at % 40)} 40% ${25 + (at % 30)}%)`
      paint.fillRect((at * 733) % 3000, 1100 + ((at * 397) % 900), 30, 40)
    }
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  })
  await context.close()
  return Buffer.from(encoded, 'base64')
}

const table = `<table>${`<tr>${'<td>A cell of a table</td>'.repeat(12)}</tr>`.repeat(600)}</table>`

/** A post with everything that goes wrong in an editor. */
const post = () => ({
  id: 9001,
  slug: 'what-went-wrong',
  status: 'publish',
  date: '2026-11-20T08:00:00',
  title: { rendered: `What <script>hacked = 1</script>went wrong ${'and '.repeat(60)}why` },
  excerpt: { rendered: '<p><b>An excerpt that does not end' },
  content: {
    protected: false,
    rendered: `<style>main { display: none }</style><script>hacked = 1</script>
<p onclick="hacked = 1">Unclosed <b>words <i>of <ul><li>an editor
<h1>Another main heading</h1><h1></h1>
<p>${'w'.repeat(400)}</p>
<p><img src="${wordPress.uploads}/photo.jpg" width="3000" height="2000" onerror="hacked = 1"></p>
<p><img src="${wordPress.uploads}/enormous.jpg" width="3000" height="2000" alt="A moor"></p>
<p><img src="${wordPress.uploads}/gone.jpg" alt="Gone"><img alt="No address"><img src="https://spy.example/x.gif"></p>
<iframe src="https://spy.example/film"></iframe><iframe src="javascript:hacked = 1"></iframe>
<form action="https://spy.example"><input name="card"></form>
<a href="javascript:hacked = 1">Press</a>${table}<p>The last words.`,
  },
  acf: { mast_image: 9003 },
  _links: {},
  _embedded: {
    'wp:featuredmedia': [
      {
        id: 9002,
        source_url: `${wordPress.uploads}/photo.jpg`,
        alt_text: '',
        media_details: { width: 3000, height: 2000 },
      },
    ],
  },
})

/** The pictures of a WordPress that a page shows, each with the pixels that it has and needs. */
const picturesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter(({ src }) => src.includes('/content-pictures/'))
      .map(({ complete, naturalWidth, clientWidth, clientHeight, naturalHeight }) => {
        // A picture that fills its box by its height is wider than the box.
        const shape = naturalWidth / Math.max(1, naturalHeight)
        const needs = Math.max(clientWidth, clientHeight * shape)
        return { complete, has: naturalWidth, needs }
      }),
  )

/** The widths in which pictures are served. */
const WIDTHS = [400, 800, 1200, 1600]

it('on a phone, a post with the mistakes of editors is sound, and has pictures in a modern format, with no more pixels than the screen needs', async () => {
  const photo = await takePhoto()
  wordPress.files.set('photo.jpg', photo)
  wordPress.files.set('enormous.jpg', Buffer.concat([photo, Buffer.alloc(20 << 20)]))
  wordPress.media.set(9003, {
    id: 9003,
    source_url: `${wordPress.uploads}/photo.jpg?mast`,
    alt_text: 'A wide moor',
    media_details: { width: 3000, height: 2000 },
  })
  wordPress.items.posts = [post(), ...(wordPress.items.posts ?? []).filter(({ id }) => id !== 9001)]
  const purged = await fetch(`${theirs.url}/api/content-purge`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
  })
  expect(purged.status).toBe(200)

  const { page, context, errors } = await visit(browser, theirs.url, { viewport: phone })
  const formats: string[] = []
  const foreign: string[] = []
  page.on('response', (response) => {
    const { pathname, origin } = new URL(response.url())
    if (origin !== theirs.url) foreign.push(response.url())
    if (pathname.startsWith('/content-pictures/') && response.ok())
      formats.push(`${response.headers()['content-type']} ${response.headers()['vary']}`)
  })
  for (const path of ['/blog', '/blog/what-went-wrong']) {
    await openRendered(page, path)
    await takenOver(page)
    for (const image of await page.locator('main img:visible').all())
      await image.scrollIntoViewIfNeeded()
    const loading = async () => {
      const pictures = await picturesOf(page)
      return pictures.length > 0 ? pictures.filter(({ complete }) => !complete) : ['no picture']
    }
    await expect.poll(loading, { message: path }).toEqual([])
    await expectSound(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBe(phone.width)
    for (const { has, needs } of await picturesOf(page))
      expect(has, path).toBeLessThanOrEqual(WIDTHS.find((width) => width >= needs) ?? 1600)
  }
  await page.getByText('The last words.').waitFor()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(formats.length).toBeGreaterThan(2)
  expect(new Set(formats)).toEqual(new Set(['image/webp Accept']))
  expect(foreign).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
