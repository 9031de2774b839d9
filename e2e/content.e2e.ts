import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone, takenOver } from './browser'
import { startSite } from './site'

const site = startSite()

const embedding = '/blog/learning-to-steer-a-narrowboat'

it('the letters of Welsh are in the font of the brand, and other pages do not load them', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  const fonts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/(cabin[a-z-]*?)-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (name) fonts.push(name)
  })
  for (const path of ['/', '/results?channel=ukcaravan&region=12'])
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

it('[BLOG-03] the list cuts excerpts to two lines, and keeps its posts and its place when a visitor comes back from a post', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto('/blog')
  await takenOver(page) // a press before leads to the second page, as without script
  const cards = page.getByRole('article')
  await expect.poll(() => cards.count()).toBe(12)
  await expectShortExcerpts(page)
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

/** Expects that the excerpts of the posts have two lines at most, and that some are longer. */
async function expectShortExcerpts(page: Page): Promise<void> {
  const paragraphs = page.getByRole('article').locator('p:not(:has(a))')
  const excerpts = await paragraphs.evaluateAll((all) =>
    all.map((one) => ({
      lines: Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
      cut: one.scrollHeight > one.clientHeight + 1,
    })),
  )
  expect(excerpts.length).toBeGreaterThanOrEqual(12)
  expect(Math.max(...excerpts.map(({ lines }) => lines))).toBe(2)
  expect(excerpts.some(({ cut }) => cut)).toBe(true)
}
