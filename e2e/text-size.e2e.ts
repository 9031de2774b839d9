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

/** The texts of the page that lie over another text, and what is wider than the page. */
function faultsOfText(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  const found: { text: string; rect: DOMRect }[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim() ?? ''
    const parent = texts.currentNode.parentElement
    // What is cut off on purpose, such as a closed menu, and what scrolls, is not looked at.
    const clips = parent?.closest(
      '.sr-only, [class*=line-clamp], [class*=overflow], .truncate, svg',
    )
    if (!text || clips || !parent?.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    for (const rect of range.getClientRects())
      if (rect.width > 0 && getComputedStyle(parent).position !== 'fixed')
        found.push({ text, rect })
  }
  for (const [index, { text, rect }] of found.entries())
    for (const other of found.slice(index + 1)) {
      const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
      const down = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top)
      // Boxes of lines overlap a little, the letters in them do not.
      if (
        other.text !== text &&
        across > 4 &&
        down > 0.4 * Math.min(rect.height, other.rect.height)
      )
        faults.push(`'${text.slice(0, 40)}' and '${other.text.slice(0, 40)}'`)
    }
  return faults
}

async function expectReadable(page: Page): Promise<void> {
  await page.evaluate(doubleText)
  expect(await page.evaluate(faultsOfText), page.url()).toEqual([])
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
    await reachPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
    await expectReadable(page)
    await context.close()
  },
)
