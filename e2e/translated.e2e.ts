import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takenOver } from './browser'
import { cards, fillCard, reachPayment } from './holiday'
import { FEW, startSite } from './site'
import { findStay } from './stays'

const site = startSite({ parks: FEW })
const query = 'channel=ukcaravan&region=12&nights=7&adults=2'

/**
 * Runs in a page before its scripts: what a browser's translation does to the page, without pause. It
 * puts two elements in the place of every text node, of which React does not know.
 */
function translate(): void {
  const done = new WeakSet<Node>()
  const wrap = (root: Node) => {
    const texts: Text[] = []
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) texts.push(walk.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!parent || done.has(text) || !text.data.trim()) continue
      if (parent.closest('script, style, textarea, title, noscript, option, font')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      const copy = document.createTextNode(text.data)
      done.add(copy)
      inner.append(copy)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  // When the page has been taken over: until then, React itself reads what the server has rendered.
  const watch = new MutationObserver(() => {
    if (!document.querySelector('#root:not([data-rendered]) #main')) return
    watch.disconnect()
    document.documentElement.classList.add('translated-ltr')
    wrap(document.body)
    new MutationObserver(() => queueMicrotask(() => wrap(document.body))).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
  watch.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Opens a page that the browser translates. */
async function open(path: string) {
  const visitor = await site.visit()
  await visitor.page.addInitScript(translate)
  await visitor.page.goto(path)
  await translated(visitor.page)
  return visitor
}

const translated = (page: Page) =>
  page.locator('html.translated-ltr').waitFor({ state: 'attached' })
const button = (page: Page, name: RegExp | string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()
const found = (page: Page) => page.getByRole('status').filter({ hasText: /Holidays? found/ })

/** Fails where the page shows its error instead of what was asked for. */
async function expectNoError(page: Page, errors: readonly string[]) {
  expect(await page.getByText('Sorry but we have encountered an error').count()).toBe(0)
  // A busy server may refuse a picture.
  expect(errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
}

/** Adds an adult in the search box and takes one away; the box says so each time. */
async function changeParty(page: Page) {
  const field = button(page, /^Your Party/)
  const before = await field.innerText()
  await field.click()
  const party = page.getByRole('dialog', { name: 'Your Party' })
  const adults = party.getByRole('button', { name: /adult/i })
  await adults.last().click()
  await expect.poll(() => field.innerText()).not.toBe(before)
  await adults.first().click()
  await expect.poll(() => field.innerText()).toBe(before)
  await party.getByRole('button', { name: 'Done' }).click()
  await party.waitFor({ state: 'hidden' })
}

/** Opens the dialog of the page's head and closes it. */
async function openMyBooking(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'My Booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'My Booking' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

it('the results of a translated page follow their filters and lead to a park', async () => {
  const { page, context, errors } = await open(`/results?${query}`)
  const shown = page.getByRole('article')
  await shown.first().waitFor()
  const filters = page.getByRole('complementary', { name: 'Filters' })
  const dogs = filters.getByRole('checkbox', { name: /^Pet friendly/ })
  await dogs.click()
  await page.getByRole('button', { name: 'Remove Pet friendly' }).waitFor()
  // The number is that of the cards.
  await expect
    .poll(async () => (await found(page).innerText()).startsWith(`${await shown.count()} `))
    .toBe(true)
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Remove Pet friendly' }).click()
  await page.getByRole('button', { name: 'Remove Pet friendly' }).waitFor({ state: 'detached' })
  for (const option of (await filters.getByRole('checkbox').all()).slice(0, 3)) {
    await option.click()
    await option.click()
  }
  await page.getByRole('main').getByRole('link', { name: 'Map', exact: true }).click()
  await page.locator('[data-map]').waitFor()
  await page.goBack()
  await shown.first().waitFor()
  const link = shown.first().getByRole('link', { name: /^View (?!All)/ })
  const name = (await link.innerText()).replace(/^View /, '')
  await link.click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name).waitFor()
  await expectNoError(page, errors)
  await context.close()
})

it('the dialogs, the search box and the calendar of a translated page work', async () => {
  const { page, context, errors } = await open('/')
  await button(page, /^When/).click()
  const calendar = page.getByRole('dialog', { name: 'When' })
  await calendar.getByRole('button', { name: '4 nights', exact: true }).click()
  await calendar
    .getByText(/^4 nights, /)
    .last()
    .waitFor()
  const month = calendar.getByRole('heading', { level: 3 }).first()
  const before = await month.innerText()
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await expect.poll(() => month.innerText()).not.toBe(before)
  await page.keyboard.press('Escape')
  await changeParty(page)
  await openMyBooking(page)
  for (const [path, press] of [
    [`/results/all-dates?${query}`, changeParty],
    ['/offers', changeParty],
    ['/shortlist', openMyBooking],
    ['/help', openMyBooking],
  ] as const) {
    await page.goto(path)
    await translated(page)
    await press(page)
    await expectNoError(page, errors)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
    await page.waitForURL('**/blog')
    await expectNoError(page, errors)
  }
  await context.close()
})

it('a translated park is booked', async () => {
  const visitor = await site.visit()
  const { page, context, errors } = visitor
  await page.addInitScript(translate)
  await reachPayment(page, await findStay(site.server, { parkId: 'CF101', nights: 7 }))
  await takenOver(page)
  await fillCard(page, cards.plain)
  await expectNoError(page, errors)
  await context.close()
})
