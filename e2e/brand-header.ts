import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone, takenOver } from './browser'
import type { Site } from './site'

/** The width from which the menu is a row of entries. */
const narrowest = { width: 992, height: 800 }

/** Checks the header of a brand at several widths. */
export async function expectHeader(site: Site, siteCode: string): Promise<void> {
  const { page, context } = await site.visit({ viewport: narrowest })
  const bar = page.locator('header .on-ink').first()
  const expectBar = async (width: number) => {
    await page.setViewportSize({ ...narrowest, width })
    const height = async () => (await bar.boundingBox())?.height
    await expect.poll(height, { message: `the bar at ${width} px` }).toBe(42)
  }
  // A font that comes late is for the next page. It is narrower than the fallback.
  await page.goto('/login')
  await expect
    .poll(
      async () => {
        await page.goto('/')
        return spill(page)
      },
      { message: `the menu at ${narrowest.width} px` },
    )
    .toEqual([])
  await takenOver(page)
  const asked = page.waitForRequest((request) => request.url().includes('/json-files/'))
  await page.getByRole('link', { name: 'UK Holiday Parks', exact: true }).first().focus()
  expect(new URL((await asked).url()).pathname).toBe(`/json-files/mega-menu-${siteCode}.json`)
  const buttons = page.getByRole('button', { name: / menu$/ })
  for (const width of [narrowest.width, 1100, desktop.width]) {
    await expectBar(width)
    await expect.poll(() => spill(page), { message: `the menu at ${width} px` }).toEqual([])
    await expect
      .poll(() => buttons.evaluateAll(areas), { message: `the menu buttons at ${width} px` })
      .toEqual({ shown: true, small: [] })
  }
  for (const width of [phone.width, 360, 320]) await expectBar(width)
  await context.close()
}

/** The entries of the menu that wrap, overlap or leave the page. */
async function spill(page: Page): Promise<string[]> {
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await entries.first().waitFor()
  return entries.evaluateAll((links) => {
    const shown = links.filter((link) => link.getClientRects().length > 0)
    const boxes = shown.map((link) => link.getBoundingClientRect())
    const middle = (box: DOMRect | undefined) => box && Math.round(box.y + box.height / 2)
    return shown.flatMap((link, index) => {
      const box = boxes[index]
      const text = document.createRange()
      if (link.firstChild) text.selectNodeContents(link.firstChild)
      const lines = new Set([...text.getClientRects()].map((rect) => Math.round(rect.bottom)))
      const whole = box && box.left >= 0 && box.right <= document.documentElement.clientWidth
      const before = index > 0 ? boxes[index - 1] : undefined
      const apart = !before || !box || box.left >= before.right - 1
      const onLine = middle(box) === middle(boxes[0])
      return whole && apart && onLine && lines.size === 1 ? [] : [link.textContent ?? '']
    })
  })
}

/** Whether there are buttons, and those whose area that can be pressed is below 24 × 24 px. */
function areas(buttons: Element[]): { shown: boolean; small: string[] } {
  const small = buttons.filter((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const corners = [1, width - 1].flatMap((x) => [1, height - 1].map((y) => [x, y] as const))
    return (
      width < 24 ||
      height < 24 ||
      corners.some(([x, y]) => !button.contains(document.elementFromPoint(left + x, top + y)))
    )
  })
  return { shown: buttons.length > 2, small: small.map((button) => button.ariaLabel ?? '') }
}
