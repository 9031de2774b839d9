import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { testBrand } from './brand-tests'
import { desktop, expectAccessible, hydrated, phone } from './browser'
import { focusInSearchBox, passGate, sendWrongWords, WORDS } from './gate'
import { FEW, startSite } from './site'

const site = startSite({ parks: FEW, brand: 'RP' })

testBrand(site, 'RP')

const gate = (page: Page) => page.getByRole('form', { name: 'Find your holiday' })
const search = (page: Page) => page.getByRole('search').first()

/** Fills in the gate by the keyboard alone, from its first field on. */
async function fillByKeyboard(page: Page, words: readonly string[]) {
  await page.getByLabel('Password 1').focus()
  for (const word of words) {
    await page.keyboard.type(word)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter') // opens the newspapers
  await page.getByRole('radio').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('reader@mail.example')
}

describe('the promotion gate of RP', () => {
  it('stands in for the search box, and is passed by keyboard', async () => {
    const { page, context, errors } = await site.visit()
    await page.goto('/')
    await hydrated(page)
    await gate(page).waitFor()
    await expect.poll(() => page.getByRole('search').count()).toBe(0)
    await expectAccessible(page)

    await sendWrongWords(page)
    await expectAccessible(page)

    await fillByKeyboard(page, WORDS)
    await page.keyboard.press('Enter')
    await search(page).waitFor()
    await focusInSearchBox(page)
    const cookie = (await context.cookies()).find(({ name }) => name === 'promoPass')
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' })

    const { data } = (await (await page.request.get('/api/getpromodata')).json()) as {
      data: { DATES: { date: string }[]; passed: boolean }
    }
    expect(data.passed).toBe(true)
    expect(data.DATES.length).toBeGreaterThan(50)
    expect(errors).toEqual([])
    await context.close()
  })
})

it('from 992 px on the gate is beside heading and home, over neither, and the titles of the menu have the same gap between them, those of channels and the others', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto('/')
  await hydrated(page)
  const gaps = () =>
    page
      .locator('header nav li > a')
      .filter({ visible: true })
      .evaluateAll((links) => {
        const boxes = links.map((link) => link.getBoundingClientRect())
        return boxes.slice(1).map((box, at) => Math.round(box.left - (boxes[at]?.right ?? 0)))
      })
  for (const width of [desktop.width, 992]) {
    await page.setViewportSize({ ...desktop, width })
    await expect.poll(async () => new Set(await gaps()).size, { message: `${width} px` }).toBe(1)
    expect((await gaps()).length).toBeGreaterThan(8)
    const from = (await gate(page).boundingBox())?.x ?? 0
    for (const text of [page.getByRole('heading', { level: 1 }), page.locator('h1 + p')]) {
      const box = await text.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), `at ${width} px`).toBeLessThanOrEqual(from)
    }
    const source = await page
      .locator('picture img')
      .first()
      .evaluate((it: HTMLImageElement) => it.currentSrc)
    expect(new URL(source).pathname).toBe('/images/hero/meadow-left.svg')
  }
  await context.close()
})

it('on a phone, the words over the picture end above its home', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto('/')
  const picture = await page.locator('picture img').first().boundingBox()
  const button = await page.getByRole('link', { name: 'Search now' }).boundingBox()
  if (!picture || !button) throw new Error('the picture or the button is not shown')
  // The home begins below the middle of the picture.
  expect(button.y + 34).toBeLessThan(picture.y + picture.height / 2)
  await context.close()
})

describe('the visitor who has passed', () => {
  it('sees the search box at once in every tab, rendered by the server', async () => {
    const { page, context } = await site.visit()
    const earlier = await context.newPage()
    await earlier.goto('/offers')
    await hydrated(earlier)
    // On a page that is no search the gate is folded below one line.
    await earlier.getByText('Do you have your code words?').click()
    await gate(earlier).waitFor()
    await page.goto('/')
    await hydrated(page)
    await fillByKeyboard(page, WORDS)
    await page.keyboard.press('Enter')
    await search(page).waitFor()
    // A tab that still shows the gate asks when the visitor comes back to it, which here is an event.
    await earlier.evaluate(() => window.document.dispatchEvent(new Event('visibilitychange')))
    await search(earlier).waitFor()
    expect(await gate(earlier).count()).toBe(0)
    const tab = await context.newPage() // its session storage is empty
    const document = await tab.goto('/results?channel=ukcaravan&region=all-regions')
    const html = (await document?.text()) ?? ''
    expect(html).toContain('role="search"')
    expect(html).not.toContain('Password 1')
    await hydrated(tab)
    expect(await gate(tab).count()).toBe(0)
    await page.reload()
    await hydrated(page)
    await search(page).waitFor()
    expect(await gate(page).count()).toBe(0)
    await context.close()
  })

  it('[OP-PROMO-18] is offered deals and the next stay of a park on the own dates', async () => {
    const { page, context, errors } = await site.visit()
    await page.goto('/')
    await hydrated(page)
    await passGate(page) // as a reader whose dates are Fridays and Mondays
    await page.goto('/last-minute-deals')
    await page.getByText(/^Holidays that start on your offer dates/).waitFor()
    await page.getByRole('article').first().waitFor()
    const days = await page.getByRole('article').allInnerTexts()
    expect(days.filter((text) => !/(?:Fri|Mon) \d+\w\w [A-Z]/.test(text))).toEqual([])
    await page.goto('/holidays/CF101/gannet-sands')
    const dates = page.getByRole('list', { name: 'Arrival dates' })
    await expect
      .poll(() => dates.getByRole('button', { pressed: true }).allInnerTexts())
      .toEqual([expect.stringMatching(/^(?:Fri|Mon) /)])
    expect(errors).toEqual([])
    await context.close()
  })

  it('who has no script passes, too', async () => {
    const { page, context } = await site.visitWithoutScript(desktop)
    await page.goto('/')
    for (const [at, word] of WORDS.entries()) await page.getByLabel(`Password ${at + 1}`).fill(word)
    await page.getByLabel('Newspaper').selectOption('DX')
    await page.getByRole('textbox', { name: 'Email' }).first().fill('plain@mail.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('search').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await context.close()
  })
})

it('a stranger gets the gate from the server, and no dates', async () => {
  const html = await (await fetch(`${site.server.url}/results`)).text()
  expect(html).toContain('Password 1')
  expect(html).not.toContain('role="search"')
  const answer = await fetch(`${site.server.url}/api/getpromodata?promo=ukpromo`)
  expect(await answer.json()).toMatchObject({ data: { DATES: [], passed: false } })
})
