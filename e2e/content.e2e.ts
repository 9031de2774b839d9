import { expect, it } from 'vitest'
import {
  atOnce,
  expectAccessible,
  expectSteady,
  openContext,
  openRendered,
  phone,
  takenOver,
} from './browser'
import { startSite } from './site'

const site = startSite()

const embedding = '/blog/learning-to-steer-a-narrowboat'
const pages = [
  ['/blog', 'Latest Posts From The Blog'],
  ['/blog/february-half-term-breaks', 'February Half-Term Breaks'],
  [embedding, 'Learning to Steer a Narrowboat'],
  ['/customer-charter', 'Customer Charter'],
  ['/help', 'Contact Us/FAQs'],
  ['/travel-guide/cornwall/12', 'Cornwall Travel Guide'],
  ['/offers', 'Offers'],
] as const

it('[BRAND-10] pages of the CMS are rendered on the server, taken over without an error or a call, and fit a phone', async () => {
  await atOnce(pages, 2, async ([path, name]) => {
    const { page, context, errors } = await site.visit({ viewport: phone })
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/cms/')) calls.push(pathname)
    })
    await openRendered(page, path, () => (calls.length = 0))
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(calls, path).toEqual([])
    expect(errors, path).toEqual([])
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(wide, { message: `${path} is wider than the screen` }).toBeLessThanOrEqual(0)
    await expectSteady(page)
    await expectAccessible(page)
    await context.close()
  })
})

it('the letters of Welsh are in the font of the brand, and other pages do not load them', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const fonts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/(cabin[a-z-]*?)-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (name) fonts.push(name)
  })
  for (const path of ['/', '/help', '/results?channel=ukcaravan&region=12'])
    await page.goto(path, { waitUntil: 'networkidle' })
  expect(new Set(fonts)).toEqual(new Set(['cabin']))

  await page.goto('/travel-guide/north-wales/31')
  await expect.poll(() => fonts).toContain('cabin-extended')
  const inspector = await context.newCDPSession(page)
  await inspector.send('DOM.enable')
  await inspector.send('CSS.enable')
  const { root } = await inspector.send('DOM.getDocument')
  const { nodeIds } = await inspector.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'main p',
  })
  const used = async () => {
    const names = new Set<boolean>()
    for (const nodeId of nodeIds) {
      const { outerHTML } = await inspector.send('DOM.getOuterHTML', { nodeId })
      if (!outerHTML.includes('Llŷn')) continue
      const { fonts } = await inspector.send('CSS.getPlatformFontsForNode', { nodeId })
      for (const { isCustomFont } of fonts) names.add(isCustomFont)
    }
    return [...names]
  }
  await expect.poll(used).toEqual([true])
  await context.close()
})

it('[BLOG-13] an embedded page of another site is loaded after Load alone, or after cookies were accepted', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone, askedForCookies: true })
  const others: string[] = []
  await context.route(
    (url) => url.origin !== site.server.url,
    async (route) => {
      others.push(new URL(route.request().url()).host)
      await route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' })
    },
  )
  await page.goto(embedding, { waitUntil: 'networkidle' })
  await takenOver(page)
  const load = page.getByRole('button', { name: /^Load / })
  await load.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const box = await page.locator('.embed').boundingBox()
  expect(others).toEqual([])
  await load.click()
  await page.frameLocator('iframe').getByText('The film').waitFor()
  expect(others).toEqual(['www.youtube-nocookie.com'])
  const frame = await page.locator('iframe').boundingBox()
  expect([frame?.width, frame?.height]).toEqual([box?.width, box?.height])

  await page.goto(embedding)
  await load.waitFor()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await page.frameLocator('iframe').getByText('The film').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('[BLOG-03] the list keeps its posts and its place when a visitor comes back from a post', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto('/blog')
  await takenOver(page) // a press before leads to the second page, as without script
  const cards = page.getByRole('article')
  await expect.poll(() => cards.count()).toBe(12)
  await page.getByRole('link', { name: 'View More' }).click()
  await expect.poll(() => cards.count()).toBe(24)
  const card = cards.nth(18)
  const title = await card.getByRole('heading').innerText()
  await card.getByRole('link', { name: /^Read More/ }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(24)
  await expect
    .poll(async () => (await card.boundingBox())?.y ?? -10_000)
    .toSatisfy((y: number) => y > -600 && y < phone.height)
  expect(errors).toEqual([])
  await context.close()
})

it('View More leads through all posts without JavaScript', async () => {
  const context = await openContext(site.browser, {
    baseURL: site.server.url,
    viewport: phone,
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  const posts = page.getByRole('article').getByRole('heading')
  const more = page.getByRole('link', { name: 'View More' })
  const seen: string[] = []
  await page.goto('/blog')
  for (let number = 1; ; number++) {
    seen.push(...(await posts.allInnerTexts()))
    if ((await more.count()) === 0) break
    expect(seen.length, `after page ${number}`).toBe(12 * number)
    await more.click()
    await page.waitForURL(`/blog?page=${number + 1}`)
  }
  const list = await fetch(`${site.server.url}/cms/wp/v2/posts?per_page=1`)
  const total = Number(list.headers.get('x-wp-total'))
  expect(total).toBeGreaterThan(24)
  expect(new Set(seen).size).toBe(total)
  expect(seen.length).toBe(total)
  await context.close()
})

it('excerpts of posts are cut to two lines', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/blog')
  const paragraphs = page.getByRole('article').locator('p:not(:has(a))')
  await expect.poll(() => paragraphs.count()).toBeGreaterThanOrEqual(12)
  const excerpts = await paragraphs.evaluateAll((all) =>
    all.map((one) => ({
      lines: Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
      cut: one.scrollHeight > one.clientHeight + 1,
    })),
  )
  expect(Math.max(...excerpts.map(({ lines }) => lines))).toBe(2)
  expect(excerpts.some(({ cut }) => cut)).toBe(true)
  await context.close()
})
