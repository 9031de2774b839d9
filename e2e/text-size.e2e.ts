import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { desktop, hydrated, phone } from './browser'
import { atPayment, fillDetails, passExtras, startBooking } from './holiday'
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
 * The lines of all texts of the page, or of the element with a selector, but for what is cut off on purpose, what scrolls, and the line at
 * the foot, below which the page scrolls.
 */
function shownLines(within = 'body'): Line[] {
  const cut =
    '[class*=sr-only], [class*=line-clamp], [class*=overflow], .truncate, .bottom-line, svg'
  const lines: Line[] = []
  const root = document.querySelector(within) ?? document.body
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
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
  await expectApart(page)
}

/** Fails where a text lies over another, or widens the page. */
async function expectApart(page: Page, within?: string): Promise<void> {
  const lines = await page.evaluate(shownLines, within)
  const pairs = lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .flatMap((other) => (overlap(one, other) ? [[one.text, other.text]] : [])),
  )
  expect(pairs, `texts over each other on ${page.url()}`).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `the width of ${page.url()}`).toBe(page.viewportSize()?.width)
}

const results = `/results?${query}`
const park = `/park-result/CF101/gannet-sands?${query}`

it.each([
  [390, phone, ['/', results, park, '/holidays/ukcaravan/12/cornwall', '/last-minute-deals']],
  [1280, desktop, ['/', results]],
] as const)('at %i px no text of twice the size lies over another', async (_, viewport, paths) => {
  const { page, context } = await site.visit({ viewport })
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await hydrated(page)
    await expectReadable(page)
  }
  await context.close()
})

it('on a desktop no text of twice the size lies over another while paying', async () => {
  const { page, context } = await site.visit()
  await atPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
  await expectReadable(page)
  await context.close()
})

/** The text spacing of WCAG 1.4.12, which visitors may set by a style sheet of their own. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    *, ::before, ::after {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }
    p { margin-bottom: 2em !important; }
  `)
  document.adoptedStyleSheets = [sheet]
}

/**
 * The texts that are not whole: cut off by an element that does not scroll, beyond the edges of their
 * button or field, or beyond the screen. What is for screen readers alone does not count, nor what
 * scrolls.
 */
function cutTexts(): string[] {
  const found: string[] = []
  const slack = 1.5
  const scrolls = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    return [overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll')
  }
  const cuts = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    return [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip')
  }
  const check = (text: string, parent: Element, lines: readonly DOMRect[]) => {
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      if (scrolls(box)) return
      const holds = cuts(box) || box.matches('button, select, [role="button"], [class*="edge"]')
      if (!holds) continue
      const { left, right, top, bottom } = box.getBoundingClientRect()
      for (const line of lines)
        if (
          line.left < left - slack ||
          line.right > right + slack ||
          // The line is higher than its letters.
          line.top + line.height / 4 < top - slack ||
          line.bottom - line.height / 4 > bottom + slack
        )
          found.push(`'${text}' in ${box.outerHTML.slice(0, 120)}`)
    }
    for (const line of lines)
      if (line.right > window.innerWidth + slack || line.left < -slack)
        found.push(`'${text}' beyond the screen`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.trim()
    const parent = texts.currentNode.parentElement
    if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue
    if (parent.closest('[class*=sr-only], svg, option, noscript')) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    check(
      text,
      parent,
      [...range.getClientRects()].filter(({ width }) => width > 0),
    )
  }
  // The text of a select is not in the document: it is measured beside it.
  for (const select of document.querySelectorAll('select')) {
    if (!select.checkVisibility({ visibilityProperty: true })) continue
    const { font, letterSpacing, wordSpacing, paddingLeft, paddingRight } = getComputedStyle(select)
    const copy = document.createElement('span')
    Object.assign(copy.style, {
      font,
      letterSpacing,
      wordSpacing,
      position: 'fixed',
      whiteSpace: 'pre',
    })
    copy.textContent = select.selectedOptions[0]?.textContent ?? ''
    document.body.append(copy)
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (copy.getBoundingClientRect().width > room + slack)
      found.push(`'${copy.textContent}' in a select`)
    copy.remove()
  }
  return [...new Set(found)]
}

/** Fails where text with the spacing of WCAG 1.4.12 is cut, lies over another, or widens the page. */
async function expectWhole(page: Page, within?: string): Promise<void> {
  await page.evaluate(spaceText)
  // Pictures and prices may still come, and move what is below them.
  await expect.poll(() => page.evaluate(cutTexts), { message: `cut on ${page.url()}` }).toEqual([])
  await expectApart(page, within)
}

/** Opens the calendar of the search box, and waits until it has prices. */
async function openCalendar(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^When/ }).click()
  const calendar = page.getByRole('dialog', { name: 'When' })
  await calendar.getByText(/^£\d/).first().waitFor()
}

it.each([
  [390, phone, [results, park, '/']],
  [1280, desktop, [results, '/']],
] as const)(
  'at %i px no text is cut with the text spacing of WCAG 1.4.12',
  async (_, viewport, paths) => {
    const { page, context } = await site.visit({ viewport })
    for (const path of paths) {
      await page.goto(path)
      await hydrated(page)
      await expectWhole(page)
    }
    await openCalendar(page)
    await expectWhole(page, 'dialog[open], [role="dialog"]')
    await context.close()
  },
)

it('on a phone no text is cut with the text spacing of WCAG 1.4.12 while booking', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await startBooking(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
  await expectWhole(page)
  await passExtras(page)
  await page.getByRole('heading', { name: 'Your details' }).waitFor()
  await expectWhole(page)
  await fillDetails(page)
  await page.getByRole('button', { name: 'Make payment' }).waitFor()
  await expectWhole(page)
  await context.close()
})
