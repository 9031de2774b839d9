import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { now } from './clock'
import { desktop, expectAccessible, expectSteady, phone, takenOver } from './browser'
import { MANY, startSite } from './site'
import { PAGE } from '../web/src/features/results/pages-of-results'

// With so many parks, a region has circles when its map opens.
const site = startSite({ parks: MANY })
/** A Monday about seven months ahead. Stays can begin on Mondays. */
function arrival(): string {
  const day = new Date(now())
  day.setUTCDate(day.getUTCDate() + 200 + ((8 - day.getUTCDay()) % 7) + ((7 - (200 % 7)) % 7))
  return `${String(day.getUTCDate()).padStart(2, '0')}/${String(day.getUTCMonth() + 1).padStart(2, '0')}/${day.getUTCFullYear()}`
}

const date = arrival()
const query = `channel=ukcaravan&region=12&date=${encodeURIComponent(date)}&nights=7&adults=2`
const pins = (page: Page) => page.locator('.map-pin')
const marks = (page: Page) => page.locator('.map-pin, .map-cluster')
const rows = (page: Page) =>
  page.getByRole('region', { name: 'Holidays', exact: true }).getByRole('article')
const openCard = (page: Page) => page.getByRole('article', { name: /^On the map:/ })
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

/** The total number of holidays in all marks on the map. */
async function markedHolidays(page: Page): Promise<number> {
  const texts = await marks(page).allTextContents()
  return texts.reduce((sum, text) => sum + (Number(/^(\d+) holidays/.exec(text)?.[1]) || 1), 0)
}

/**
 * The marks that can be pressed, by their index and label. A mark at the edge of the map is cut off, and
 * a card may cover others.
 */
async function free(of: Locator): Promise<{ at: number; label: string }[]> {
  return of.evaluateAll((all) =>
    all.flatMap((mark, at) => {
      const { left, top, width, height } = mark.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return mark.contains(hit) ? [{ at, label: mark.ariaLabel ?? '' }] : []
    }),
  )
}

/** Presses a circle (several holidays in one mark); where none can be pressed, zooms out. */
async function pressACircle(page: Page): Promise<boolean> {
  const circles = page.locator('.map-cluster')
  const [circle] = await free(circles)
  const target = circle ? circles.nth(circle.at) : page.getByRole('button', { name: 'Zoom out' })
  // The map draws its marks in several frames: by now, the circle may have moved or be gone.
  return target.click({ timeout: 2000 }).then(
    () => circle !== undefined,
    () => false,
  )
}

/** Presses circles until a pin (a single holiday) that `fits` can be pressed; returns its label. */
async function pressToAPin(page: Page, fits = (_name: string) => true): Promise<string> {
  await marks(page).first().waitFor()
  await expect.poll(() => pressACircle(page), { message: 'a circle', interval: 500 }).toBe(true)
  const fitting = async () =>
    (await free(pins(page))).find(({ label }) => fits(label.split(', from')[0] ?? ''))?.label
  let pin: string | undefined
  const found = async () => {
    pin = await fitting()
    if (pin === undefined) await pressACircle(page)
    return pin
  }
  await expect.poll(found, { message: 'a pin', interval: 500 }).toBeDefined()
  return pin ?? ''
}

const pinOf = (page: Page, label: string) =>
  page.getByRole('button', { name: label, exact: true }).first()

it('[RES-08] [PAGE-29] shows the same results as cards and on the map; Back and a shared link keep the view', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await page.goto(`/results?${query}`)
  const found = page.getByRole('status').filter({ hasText: 'found' })
  await expect.poll(() => found.textContent()).toMatch(/^\d+ Holidays found/)
  const text = await found.textContent()
  const count = Number.parseInt(text ?? '')
  // Where the browser renders the page, the cards come after the number.
  const headings = page.getByRole('article').getByRole('heading')
  await expect.poll(() => headings.count()).toBe(Math.min(count, PAGE))
  const names = await headings.allTextContents()
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /engine|base-.*json/.test(name)),
    ),
    'the map is loaded before it is asked for',
  ).toBe(false)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect.poll(() => parameter(page, 'view')).toBe('map')
  await marks(page).first().waitFor()
  await expect.poll(() => found.textContent()).toBe(text)
  await expect.poll(() => rows(page).getByRole('heading').allTextContents()).toEqual(names)
  await expect.poll(() => markedHolidays(page)).toBe(count)
  await page.goBack()
  await page.getByRole('link', { name: 'Map', exact: true }).waitFor()
  await page.goForward()
  await page.getByRole('link', { name: 'Grid' }).waitFor()
  const shared = await site.visit({ viewport: desktop })
  await shared.page.goto(page.url())
  await expect.poll(() => markedHolidays(shared.page)).toBe(count)
  await shared.page.locator('.map-cluster').first().waitFor()
  expect([...errors, ...shared.errors]).toEqual([])
  await expectAccessible(shared.page)
  await expectSteady(shared.page)
  await shared.context.close()
  await context.close()
})

it('list and map show the same holidays; a visitor gets from a circle to a card, which stays while zooming, its park and Book', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto(`/results?${query}&view=map`)
  await marks(page).first().waitFor()
  await rows(page).first().hover()
  await expect.poll(() => page.locator('.map-mark [data-chosen]').count()).toBe(1)
  const label = await pressToAPin(page)
  const pin = pinOf(page, label)
  const [name] = label.split(', from')
  await pin.click()
  await openCard(page).getByRole('heading', { name }).waitFor()
  await expect.poll(() => pin.getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(page)
  // A press of a zoom button is no press of the map: the card stays.
  await page.getByRole('button', { name: 'Zoom in', exact: true }).dblclick()
  await page.getByRole('button', { name: 'Search this area' }).waitFor()
  expect(await openCard(page).count()).toBe(1)
  await openCard(page).getByRole('link', { name: 'View All Prices' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: /^Book/ }).first().waitFor()
  await page.goBack()
  await marks(page).first().waitFor()
  await context.close()
})

it('searches the area in view on a phone: the address, the list, the counts and the map say the same, and a shared link shows this area', async () => {
  const { page, context } = await site.visit({ viewport: phone })
  await page.goto(`/results?${query}&view=map`)
  await marks(page).first().waitFor()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Search this area' }).click()
  await expect.poll(() => parameter(page, 'box')).toMatch(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/)
  await page.getByRole('heading', { level: 1, name: 'Holidays in this area' }).waitFor()
  const [west = 0, south = 0, east = 0, north = 0] = (parameter(page, 'box') ?? '')
    .split(',')
    .map(Number)
  const answer = await page.request.get(
    `/api/search?channel=ukcaravan&box=${parameter(page, 'box')}&date=${date}&nights=7&adults=2`,
  )
  const { data } = (await answer.json()) as {
    data: { count: number; results: { lat: string; lon: string }[] }
  }
  expect(data.count).toBeGreaterThan(0)
  for (const { lat, lon } of data.results) {
    expect(
      Number(lat) >= south && Number(lat) <= north && Number(lon) >= west && Number(lon) <= east,
    ).toBe(true)
  }
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${data.count} Holiday`) })
    .waitFor()
  await expect.poll(() => markedHolidays(page)).toBe(data.count)
  const texts = await marks(page).allTextContents()
  const shared = await site.visit({ viewport: phone })
  await shared.page.goto(page.url())
  await expect.poll(() => marks(shared.page).allTextContents()).toEqual(texts)
  await shared.context.close()
  await showsAreaAfterFailure(page.url(), texts)
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect.poll(() => parameter(page, 'box')).not.toBe(null)
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove This area' }).filter({ visible: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays in Cornwall' }).waitFor()
  await context.close()
})

/** Opens a shared link whose map data fail at first. After 'Try again' the map shows the marks. */
async function showsAreaAfterFailure(url: string, texts: string[]) {
  const { page, context } = await site.visit({ viewport: phone })
  await page.route(/base-.*json/, (route) => route.abort(), { times: 1 })
  await page.goto(url)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => marks(page).allTextContents()).toEqual(texts)
  await context.close()
}

it('on a phone the map fills the screen; a drawer shows the card, and one press shows the list', async () => {
  const { page, context, errors } = await site.visit({ viewport: phone })
  await page.goto(`/results?${query}`)
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await marks(page).first().waitFor()
  const map = page.getByRole('region', { name: 'Map of the holidays' })
  await expect
    .poll(async () => {
      const box = await map.boundingBox()
      return (
        box && box.y <= 90 && box.y + box.height >= phone.height - 1 && box.width === phone.width
      )
    })
    .toBe(true)
  const pin = pinOf(page, await pressToAPin(page))
  await pin.tap()
  await openCard(page).getByRole('link', { name: 'View All Prices' }).waitFor()
  await expectAccessible(page)
  await openCard(page).getByRole('button', { name: 'Close' }).tap()
  await expect.poll(() => openCard(page).count()).toBe(0)
  await pin.tap()
  const name = (await openCard(page).getByRole('heading').textContent()) ?? ''
  await openCard(page).getByRole('link', { name: 'View All Prices' }).tap()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: /^Book/ }).first().waitFor()
  await page.goBack()
  await marks(page).first().waitFor()
  await page.getByRole('link', { name: 'List', exact: true }).tap()
  await expect.poll(() => parameter(page, 'view')).toBe(null)
  await page.getByRole('link', { name: 'Map', exact: true }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('on the narrowest phone the arrow, ‘Search this area’ and the zoom buttons are beside each other', async () => {
  const { page, context } = await site.visit({ viewport: { width: 320, height: 640 } })
  await page.goto(`/results?${query}&view=map`)
  await marks(page).first().waitFor()
  await page.getByRole('group', { name: /^Map\. The arrow keys/ }).focus()
  await page.keyboard.press('ArrowRight')
  const boxes = await Promise.all(
    [
      page.getByRole('link', { name: 'Back to the list' }),
      page.getByRole('button', { name: 'Search this area' }),
      page.getByRole('button', { name: 'Zoom in', exact: true }),
    ].map((control) => control.boundingBox()),
  )
  const edges = boxes.flatMap((box) => (box ? [box.x, box.x + box.width] : []))
  expect(edges).toHaveLength(6)
  expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  await context.close()
})

it('the keyboard reaches the marks in the order of the list, opens a card, and returns to its mark', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto(`/results?${query}&view=map`)
  await pressToAPin(page)
  const list = await rows(page).getByRole('heading').allTextContents()
  const misplaced = async () => {
    const order = await pins(page).evaluateAll((all) =>
      all.map((pin) => pin.getAttribute('aria-label')?.split(', from')[0]),
    )
    if (order.length === 0) return ['no pin']
    const listed = list.filter((name) => order.includes(name))
    return order.filter((name, at) => name !== listed[at])
  }
  await expect.poll(misplaced).toEqual([])
  const pin = pins(page).first()
  await pin.focus()
  await page.keyboard.press('Enter')
  const heading = openCard(page).getByRole('heading')
  await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => pin.evaluate((node) => node === document.activeElement)).toBe(true)
  await expect.poll(() => openCard(page).count()).toBe(0)
  await context.close()
})

it('the keyboard finds ‘Search this area’ and the zoom buttons after the map, before its marks', async () => {
  const { page, context } = await site.visit({ viewport: desktop })
  await page.goto(`/results?${query}&view=map`)
  await marks(page).first().waitFor()
  const map = page.getByRole('group', { name: /^Map\. The arrow keys/ })
  const search = page.getByRole('button', { name: 'Search this area' })
  const focused = async (of: Locator) => {
    await expect.poll(() => of.evaluate((node) => node === document.activeElement)).toBe(true)
  }
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await search.waitFor()
  await page.keyboard.press('Tab')
  await focused(search)
  await page.keyboard.press('Enter')
  await expect.poll(() => parameter(page, 'box')).not.toBe(null)
  await expect.poll(() => search.count()).toBe(0)
  await focused(map)
  await marks(page).first().waitFor()
  for (const name of ['Zoom in', 'Zoom out']) {
    await page.keyboard.press('Tab')
    await focused(page.getByRole('button', { name, exact: true }))
  }
  await page.keyboard.press('Tab')
  await focused(marks(page).first())
  await context.close()
})

it('[PARK-03] the park page shows its position as a picture, and loads the map only when it is pressed', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await page.goto('/holidays/CF101/gannet-sands')
  const picture = page.getByRole('img', { name: /^Map of the land round/ })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(656)
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /engine/.test(name)),
    ),
  ).toBe(false)
  await page.getByRole('button', { name: /Open the map/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Where .* is$/ })
  await expect.poll(() => dialog.locator('.map-pin').count()).toBe(1)
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.x + box.width / 2 : NaN
  }
  const away = async () =>
    Math.abs(
      (await middleOf(dialog.locator('.map-pin'))) - (await middleOf(dialog.getByRole('region'))),
    )
  await expect.poll(away, { message: 'the park is in the middle' }).toBeLessThan(4)
  await expectAccessible(page)
  expect(errors).toEqual([])
  await context.close()
})

/**
 * Opens results inside the site, so that the browser makes the search. Its answer contains a few of the
 * holidays found, as it contains the first 2,000 of many.
 */
async function openShortened(page: Page, path: string, most: number) {
  await page.goto('/login')
  await takenOver(page)
  await page.route('**/api/search?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { results: unknown[] } }
    body.data.results = body.data.results.slice(0, most)
    await route.fulfill({ response: answer, json: body })
  })
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

it('shows all holidays of a search that finds more than its answer contains', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  const everywhere = query.replace('region=12', 'region=all-regions')
  await openShortened(page, `/results/all-regions?${everywhere}&view=map`, 10)
  const said = page.getByText(/^The map shows all holidays, the list the first 10 of \d+/)
  const count = Number(/of (\d+)/.exec((await said.textContent()) ?? '')?.[1])
  expect(count).toBeGreaterThan(100)
  await marks(page).first().waitFor()
  const allInView = async () => {
    const marked = await markedHolidays(page)
    if (marked < count) await page.getByRole('button', { name: 'Zoom out' }).click()
    return marked
  }
  await expect.poll(allInView, { interval: 500 }).toBe(count)
  await expectAccessible(page)

  // The row that is pointed to has its mark, and a holiday that is in no row has its card.
  await rows(page).first().hover()
  await expect.poll(() => page.locator('.map-mark [data-chosen]').count()).toBe(1)
  const names = await rows(page).getByRole('heading').allTextContents()
  const label = await pressToAPin(page, (one) => !names.includes(one))
  await pinOf(page, label).click()
  const [name = '', price = ''] = label.split(', from ')
  await openCard(page).getByRole('heading', { name, exact: true }).waitFor()
  await openCard(page).getByText(price, { exact: true }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

it('keeps the card of a holiday that is not in the list, and the part in view, for other nights', async () => {
  const { page, context, errors } = await site.visit({ viewport: desktop })
  await openShortened(page, `/results?${query}&view=map`, 3)
  await page.getByText(/^The map shows all holidays, the list the first 3 of \d+/).waitFor()
  const listed = await rows(page).getByRole('heading').allTextContents()
  const label = await pressToAPin(page, (one) => !listed.includes(one))
  const [name = ''] = label.split(', from')
  const pin = page.getByRole('button', { name: new RegExp(`^${name}, from`) })
  await pin.click()
  const card = openCard(page)
  await card.getByRole('heading', { name, exact: true }).waitFor()
  await card.getByText(/, 7 nights$/).waitFor()
  // Marked, so that another card in its place would be noticed.
  await card.evaluate((node) => (node.dataset.same = ''))
  const map = page.getByRole('region', { name: 'Map of the holidays' })
  // On the map: the page scrolls to its top for a search.
  const place = async () => {
    const [a, b] = await Promise.all([pin.boundingBox(), map.boundingBox()])
    return a && b && [a.x - b.x, a.y - b.y]
  }
  const before = await place()
  await page.getByLabel('Staying for how long?').selectOption('4')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await card.getByText(/, 4 nights$/).waitFor()
  expect(await card.getAttribute('data-same')).toBe('')
  await expect.poll(() => pin.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(place).toEqual(before)
  expect(errors).toEqual([])
  await context.close()
})
