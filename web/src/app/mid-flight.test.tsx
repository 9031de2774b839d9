/** Every page of the route table, left while its answers are under way and come back to. */
import { cleanup } from '@testing-library/react'
import type { RouteObject } from '../router'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentRoutes } from '../brands'
import { allTyped, storeWith } from '../test/booking-pages'
import { bookAnswer, deposit, existingBooking, extras } from '../test/bookings'
import { CMS, wordPressPage, wordPressPost } from '../test/cms'
import { holdAnswers, type Held } from '../test/held-server'
import { details, parkResults } from '../test/parks'
import { readyStore } from '../test/render'
import { resizeTo } from '../test/screen'
import { prices } from '../test/search-page'
import { initData, resultRow } from '../test/search-store'
import { settle, visit } from '../test/visit'
import { bookingRoutes } from './booking-routes'
import { browseRoutes } from './browse-routes'
import { contentPageRoutes } from './content-page-routes'
import { searchRoutes } from './search-routes'

/** The pages with their paths; what only leads on has no handle. */
const pagePaths = [
  '/',
  '/404',
  '*',
  ...pathsOf([...searchRoutes, ...browseRoutes, ...bookingRoutes]),
  // Of the brand's content pages, which differ in nothing but their content, the first.
  ...pathsOf(contentPageRoutes).filter(
    (path) => !contentRoutes.slice(1).some((content) => content.path === path),
  ),
]

function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, handle, children = [] }) => [
    ...(path && handle ? [path] : []),
    ...pathsOf(children),
  ])
}

const stay =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const parameters: Readonly<Record<string, string>> = {
  parkId: 'HV101',
  slug: 'gannet-sands',
  channel: 'ukcaravan',
  channelId: 'ukcaravan',
  opId: 'HAV',
  operatorId: 'HAV',
  blogPost: 'post-1',
  contentId: '777',
  keywords: 'any-words',
  regionName: 'cornwall',
}

/** An address of a page: its path with sample parameters, and the stay that pages of the search need. */
function addressOf(path: string): string {
  if (path === '*') return '/no/such/page'
  const filled = path.replaceAll(/:(\w+)\??/g, (_, name: string) => parameters[name] ?? '12')
  return /holidays|boat|result/.test(path) ? `${filled}?${stay}` : filled
}

/** Pages of a booking have one. To leave them ends it in this document, so that who comes back has none. */
function storeFor(path: string) {
  return path.startsWith('/booking') ? storeWith(allTyped) : readyStore(initData)
}

/** What the server knows; it refuses all other calls. */
const known: Readonly<Record<string, unknown>> = {
  '/api/cachedavailability': prices,
  '/api/search': { results: [resultRow('HV101')], searchId: 's_1', finished: 1, complete: 1 },
  '/api/parks': { parks: [], townList: [] },
  '/api/parkdetails': { park: details },
  '/api/shortlist': { parks: [] },
  '/api/parkresults': parkResults,
  '/api/tripadvisor': { reviews: [], bubbles: '' },
  '/api/book': bookAnswer(),
  '/api/getextras': { extras, showDiscountBox: 'true' },
  '/api/getdeposit': deposit(),
  '/api/holds': { holds: [] },
  '/api/mybookings': { bookings: [existingBooking()] },
}

/** What the CMS has: a page of each id, a page of each slug, one post, and one guide. */
function contentAt(path: string): unknown {
  if (path.startsWith(`${CMS}/pages/`)) return wordPressPage(Number(path.split('/').at(-1)))
  if (path === `${CMS}/pages`) return [wordPressPage(8)]
  if (path === `${CMS}/posts`) return [wordPressPost(1)]
  if (path.startsWith(`${CMS}/travel-guides`))
    return [{ acf: { region_name: 'Cornwall', 'things-to-do': [], text: '<p>Two coasts.</p>' } }]
  return []
}

function respond(held: Held) {
  if (held.path.startsWith(CMS))
    return held.send(contentAt(held.path), { headers: { 'X-WP-Total': '1' } })
  return held.path in known ? held.answer(known[held.path]) : held.refuse(404, 'NOT_FOUND')
}

type Server = ReturnType<typeof holdAnswers>

/** Answers what waits, the newest first, and what the answers lead to; `late` goes on waiting. */
async function respondToAll(server: Server, late: readonly Held[] = []) {
  for (let round = 0; round < 8; round++) {
    await settle()
    const due = server.waiting().filter((held) => !late.includes(held))
    if (due.length === 0) return
    for (const held of due.toReversed()) await respond(held)
  }
}

const text = () => document.body.textContent

const elsewhere = (path: string) => (path === '/reset' ? '/404' : '/reset')

beforeEach(() => resizeTo(1280))

describe.each([...new Set(pagePaths)])('%s', (path) => {
  it('left during its requests and reopened by Back, shows the same as without leaving, even if old answers come last', async () => {
    const quiet = holdAnswers()
    const undisturbed = await visit(addressOf(path))
    await respondToAll(quiet)
    const address = undisturbed.address()
    const wanted = text()
    cleanup()

    const server = holdAnswers()
    const page = await visit(addressOf(path), storeFor(path))
    const before = server.waiting()
    await page.goTo(elsewhere(path))
    await page.back()
    const again = server.waiting().filter((held) => !before.includes(held))
    const late = before.filter(
      (held) => held.cancelled() || again.some((newer) => newer.path === held.path),
    )
    await respondToAll(server, late)
    expect(page.address()).toBe(address)
    expect(text()).toBe(wanted)
    for (const held of late) await held.refuse(500, 'LATE')
    await settle()
    expect(page.address()).toBe(address)
    expect(text()).toBe(wanted)
  })

  it('unmounted during its requests, does not navigate and makes no further calls', async () => {
    const server = holdAnswers()
    const page = await visit(addressOf(path), storeFor(path))
    const address = page.address()
    page.leave()
    const before = server.requests.length
    const state = page.store.getState()
    const cancelled = server.waiting().filter((held) => held.cancelled())
    for (const held of cancelled) await respond(held)
    expect(page.store.getState()).toEqual(state)
    await respondToAll(server)
    expect(page.address()).toBe(address)
    // Two downloads have a second step and are not given up, because what they bring is kept: the
    // pictures of units, in one of two folders, and the posts of the blog after their number.
    const goesOn = (path: string) => path.startsWith('/content/') || path === `${CMS}/posts`
    const more = server.requests.slice(before).filter((one) => !goesOn(one.path))
    expect(more).toEqual([])
  })
})
