import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { atOnce, desktop, phone, shareOut, takenOver } from './browser'
import { drawnAt, NOT_FOUND } from './links'
import { startSite } from './site'

const site = startSite()

/** The content paths of the brand, of its own and shared by all. */
const contentPaths = ['base.json', 'mt/brand.json'].flatMap((file) => {
  const text = readFileSync(new URL(`../internal/site/brands/${file}`, import.meta.url), 'utf8')
  return Object.keys((JSON.parse(text) as { contentRoutes: object }).contentRoutes)
})

/** An example of every path of the route table, except that of the not-found page. */
const routes = [
  ...contentPaths,
  '/',
  '/my-booking',
  '/booking',
  '/booking/nowhere',
  '/dog-friendly/uk',
  '/parks/ukcaravan/12/cornwall',
  '/holidays/ukcaravan/12/CF101/gannet-sands',
  '/contact-us',
  '/a/212/ferry-deals',
  '/rentals',
  '/my-account',
  '/login',
  '/shortlist',
  '/reset',
  '/results?channel=ukcaravan&region=12&nights=7&adults=2',
  '/results/all-regions?channel=ukcaravan&region=all-regions&nights=7&adults=2',
  '/results/all-dates?channel=ukcaravan&region=12&nights=7&adults=2',
  '/booking/extras',
  '/booking/details',
  '/booking/payment',
  '/booking/payment-action',
  '/booking/confirmation',
  '/holidays/CF101/gannet-sands',
  '/park-result/CF101/gannet-sands',
  '/boat/CF101/gannet-sands',
  '/boat-result/CF101/gannet-sands',
  '/boating-holidays/CF101/gannet-sands',
  '/channel/ukcaravan',
  '/region/ukcaravan',
  '/dog-friendly/ukcaravan',
  '/holidays/ukcaravan/12/cornwall',
  '/boating-holidays/boats/12/cornwall',
  '/blog',
  '/blog/february-half-term-breaks',
  '/inspiration',
  '/terms',
  '/help',
  '/travel-guide/cornwall/12',
  '/p/age/965',
  '/a/83/any-words',
]

/** Opens a page; returns its status and its first heading. The not-found page has a heading too. */
async function headingAt(page: Page, path: string): Promise<{ status: number; heading: string }> {
  const answer = await page.goto(path)
  const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true }).first()
  await heading.waitFor()
  return { status: answer?.status() ?? 0, heading: await heading.innerText() }
}

/** The distinct paths of the page's internal links. */
async function internalPaths(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => link.origin === location.origin)
        .filter((link) => !link.getAttribute('href')?.startsWith('#'))
        .map((link) => link.pathname + link.search),
    ),
  ])
}

/** The paths of the links in the sections of the main menu, each section opened by the keyboard. */
async function menuPaths(page: Page): Promise<string[]> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true }).filter({ visible: true })
  if ((await menu.count()) > 0) await menu.press('Enter')
  else await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().focus()
  const sections = page
    .locator('#phone-menu button[aria-expanded], nav[aria-label="Main"] button[aria-expanded]')
    .filter({ visible: true })
  await expect.poll(() => sections.count()).toBeGreaterThan(3)
  // The links of all sections come together, after the menu.
  const first = page.getByRole('button', { name: /^UK Holiday Parks( menu)?$/ })
  await first.filter({ visible: true }).press('Enter')
  await page.getByRole('region', { name: 'By region' }).filter({ visible: true }).waitFor()
  const paths = new Set<string>()
  for (const section of await sections.all()) {
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.press('Enter')
    await expect.poll(() => section.getAttribute('aria-expanded')).toBe('true')
    for (const path of await internalPaths(page)) paths.add(path.split('?')[0] ?? path)
  }
  expect(paths.size).toBeGreaterThan(60)
  return [...paths]
}

it('[ROUTE-37] renders every route with a heading of its own, and answers 404 with the not-found page to an unknown path', async () => {
  const visitors = [await site.visit(), await site.visit()]
  await shareOut(routes, visitors, async (path, { page, errors }) => {
    const { status, heading } = await headingAt(page, path)
    expect(status, path).toBe(200)
    expect(heading, path).not.toBe(NOT_FOUND)
    await takenOver(page)
    expect(errors, path).toEqual([])
  })
  for (const { page, context } of visitors) {
    expect(await headingAt(page, '/no/such/page/at/all')).toEqual({
      status: 404,
      heading: NOT_FOUND,
    })
    await context.close()
  }
})

it.each([
  ['a phone', phone],
  ['a desktop', desktop],
])(
  'has a page for every internal link of the header, menus, footer and home page, on %s',
  async (_, viewport) => {
    const { page, context } = await site.visit({ viewport })
    await page.goto('/')
    await takenOver(page)
    const shown = await internalPaths(page)
    expect(shown.length).toBeGreaterThan(20)
    const paths = new Set([...shown, ...(await menuPaths(page))])
    await context.close()
    const dead: string[] = []
    await atOnce([...paths], 2, async (path) => {
      const { status, heading } = await drawnAt(site.server.url, path)
      if (status !== 200 || !heading || heading === NOT_FOUND)
        dead.push(`${path}: ${status} ${heading}`)
    })
    expect(dead.join('\n')).toBe('')
  },
)
