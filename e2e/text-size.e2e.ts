import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, hydrated, phone } from './browser'
import { reachPayment } from './holiday'
import { FEW, startSite } from './site'
import { findStay } from './stays'

const site = startSite({ parks: FEW })
const query = 'channel=ukcaravan&region=12&nights=7&adults=2'

/** Doubles the size of all texts, as a browser does that enlarges text alone. */
function doubleText(): void {
  const sizes = [...document.querySelectorAll<HTMLElement>('body, body *')].map((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element)
    return [element, parseFloat(fontSize), parseFloat(lineHeight)] as const
  })
  for (const [{ style }, size, height] of sizes) {
    style?.setProperty('font-size', `${2 * size}px`, 'important')
    if (height) style?.setProperty('line-height', `${2 * height}px`, 'important')
  }
}

/** A line of a text, and where it is. */
interface Line {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * The lines of all texts of the page, but for what is cut off on purpose, what scrolls, and the line at
 * the foot, below which the page scrolls.
 */
function shownLines(): Line[] {
  const cut =
    '[class*=sr-only], [class*=line-clamp], [class*=overflow], .truncate, .bottom-line, svg'
  const lines: Line[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim()
    const parent = texts.currentNode.parentElement
    if (!text || !parent?.checkVisibility({ visibilityProperty: true }) || parent.closest(cut))
      continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects())
      if (right > left) lines.push({ text, left, right, top, bottom })
  }
  return lines
}

/** Whether two lines overlap. Their boxes may, a little: the letters in them do not. */
function overlap(one: Line, other: Line): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const lower = Math.min(one.bottom - one.top, other.bottom - other.top)
  return one.text !== other.text && across > 4 && down > 0.4 * lower
}

/** Fails where a text of twice the size lies over another, or widens the page. */
async function expectReadable(page: Page): Promise<void> {
  await page.evaluate(doubleText)
  const lines = await page.evaluate(shownLines)
  const pairs = lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .flatMap((other) => (overlap(one, other) ? [[one.text, other.text]] : [])),
  )
  expect(pairs, `texts over each other on ${page.url()}`).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `the width of ${page.url()}`).toBe(page.viewportSize()?.width)
}

it.each([phone, desktop])(
  'at $width px no text of twice the size lies over another',
  async (viewport) => {
    const { page, context } = await site.visit({ viewport })
    for (const path of ['/', `/results?${query}`, `/park-result/CF101/gannet-sands?${query}`]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await hydrated(page)
      await expectReadable(page)
    }
    await context.close()
  },
)

it('on a desktop no text of twice the size lies over another while paying', async () => {
  const { page, context } = await site.visit()
  await reachPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
  await expectReadable(page)
  await context.close()
})
