import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Operator, Park, Parks, Region } from '../../api/schema'
import { expectAccessible } from '../../test/axe'
import { operator, region } from '../../test/catalogue'
import { holdAnswers } from '../../test/held-server'
import { readyStore } from '../../test/render'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { initData } from '../../test/search-store'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'
import { loadRegions } from './load'

const LOST = "Sorry, we can't find that page"
const NOTHING = 'No holidays to show here yet.'
const regionsPath = '/api/channelregions'
const operatorsPath = '/api/operators'
const parksPath = '/api/parks'

const server = () =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/json-files/mega-menu-MT.json': 'no answer',
  })
const h1 = () => screen.getByRole('heading', { level: 1 }).textContent
const names = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

function regions(channel: string, ...list: Region[]) {
  return { regions: { [channel]: Object.fromEntries(list.map((one) => [one.id, one])) } }
}

const cornwall = region('12', 'Cornwall', { parkCount: 412, fromPrice: '89.00' })
const devon = region('13', 'Devon', { parkCount: 1, fromPrice: '99.50' })
const both = regions('ukcaravan', devon, cornwall)

function park(parkId: string, changes: Partial<Park> = {}): Park {
  const name = `Park ${parkId}`
  const image = { src: `/images/${parkId}.svg`, w: 800, h: 533, alt: name }
  return {
    parkId,
    name,
    slug: `park-${parkId.toLowerCase()}`,
    channels: ['ukcaravan'],
    regn: '12',
    townId: 'T1',
    town: 'Bude',
    opId: 'HAV',
    lat: '',
    lon: '',
    dogs: 'N',
    features: [],
    sticky: false,
    premium: false,
    images: [image],
    fromPrice: '129.00',
    fromStay: { channel: 'ukcaravan', date: '05/02/2027', nights: 4 },
    bubbles: '',
    reviewCount: 0,
    ...changes,
  }
}

function page(parks: Park[], changes: Partial<Parks> = {}): Parks {
  const town = (townId: string, name: string, parkCount: number) => ({
    townId,
    name,
    slug: name.toLowerCase(),
    regn: '12',
    parkCount,
  })
  return {
    parks,
    townList: [town('T1', 'Bude', 2), town('T2', 'Looe', 1)],
    count: parks.length,
    pageCount: 1,
    featureCounts: {},
    dogParks: 0,
    ...changes,
  }
}

beforeEach(() => resizeTo(1280))

describe('the regions of a channel', () => {
  it('[BROWSE-01] [BROWSE-05] [ROUTE-12] lists them with their parks and cheapest stay, and puts the channel into the search form', async () => {
    const { pending, to } = server()
    const visited = await visit('/region/ukcaravan')
    expect(h1()).toBe('Browse UK Holiday Parks by Region')
    expect(to(regionsPath)[0]?.query).toEqual({ channel: 'ukcaravan' })
    await pending(regionsPath).answer(both)
    const posters = ['Cornwall', 'Devon'].map((name) =>
      screen.getByRole('link', { name: new RegExp(name) }),
    )
    expect(posters.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Cornwall412 parksFrom £89', '/holidays/ukcaravan/12/cornwall'],
      ['Devon1 parkFrom £99.50', '/holidays/ukcaravan/13/devon'],
    ])
    expect(
      screen.getByText('413 parks in 2 regions, from £89 a stay for two adults.'),
    ).toBeVisible()
    expect(visited.store.getState().pageSelections.browseRegions).toEqual({
      channelId: 'ukcaravan',
    })
    await expectAccessible(visited.container)
    await visited.user.click(screen.getByRole('link', { name: 'Boating Holidays' }))
    await settle()
    expect(visited.address()).toBe('/region/boats')
    expect(h1()).toBe('Browse Boating Holidays by Region')
    expect(visited.store.getState().pageSelections.browseRegions).toEqual({ channelId: 'boats' })
    expect(visited.store.getState().search).toMatchObject({ channelId: 'boats', regionId: '80' })
    await pending(regionsPath).answer(
      regions('boats', region('80', 'Norfolk Broads', { parkCount: 2 })),
    )
    expect(screen.getByRole('link', { name: /Norfolk Broads/ })).toHaveAttribute(
      'href',
      '/boating-holidays/boats/80/norfolk-broads',
    )
    expect(screen.queryByRole('link', { name: /Cornwall/ })).toBeNull()
  })

  it('[BROWSE-02] [ROUTE-12] lists the regions that allow dogs, and links to their parks that do', async () => {
    const { pending, to } = server()
    const visited = await visit('/dog-friendly/ukcaravan')
    expect(h1()).toBe('Dog Friendly UK Holiday Parks')
    expect(to(regionsPath)[0]?.query).toEqual({ channel: 'ukcaravan', dogs: 'Y' })
    await pending(regionsPath).answer(regions('ukcaravan', cornwall))
    expect(screen.getByRole('link', { name: /Cornwall/ })).toHaveAttribute(
      'href',
      '/holidays/ukcaravan/12/cornwall?dogs=y',
    )
    expect(
      screen.getByText(
        '412 parks that welcome dogs in 1 region, from £89 a stay for two adults and a dog.',
      ),
    ).toBeVisible()
    await visited.user.click(screen.getByRole('link', { name: 'European Holiday Parks' }))
    await settle()
    expect(visited.address()).toBe('/dog-friendly/eurocaravan')
    expect(h1()).toBe('Dog Friendly European Holiday Parks')
    expect(to(regionsPath)[1]?.query).toEqual({ channel: 'eurocaravan', dogs: 'Y' })
  })

  it('[ROUTE-12] matches exactly: redirects a slash at the end; a longer path or an unknown channel is not found', async () => {
    server()
    const visited = await visit('/region/ukcaravan/')
    expect(visited.address()).toBe('/region/ukcaravan')
    for (const path of [
      '/region/ukcaravan/more',
      '/region/nonsense',
      '/channel/nonsense',
      '/dog-friendly/nonsense',
    ]) {
      await visited.goTo(path)
      expect(h1(), path).toBe(LOST)
      expect(visited.address()).toBe(path)
    }
  })

  it('are replaced by a message when the channel has none', async () => {
    const { pending } = server()
    const visited = await visit('/region/ukcottages')
    await pending(regionsPath).answer({ regions: {} })
    const ways = screen.getByText(NOTHING).parentElement ?? document.body
    expect(
      within(ways)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/results/all-regions', '/last-minute-deals', expect.stringMatching(/^tel:/)])
    // A channel without regions cannot be searched, so the form keeps the one that it has.
    expect(visited.store.getState().search.channelId).toBe('ukcaravan')
    expect(screen.getByRole('combobox', { name: 'Where' })).toHaveValue('All of the UK')
  })

  it('are shown to a visitor who left before the answer and returned; a late answer changes no other page', async () => {
    const { all, to } = server()
    const visited = await visit('/region/ukcaravan')
    await visited.goTo('/region/boats')
    const [first, second] = all(regionsPath, 2)
    await second.answer(regions('boats', region('80', 'Norfolk Broads', { parkCount: 2 })))
    await first.answer(both)
    expect(screen.getByRole('link', { name: /Norfolk Broads/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Devon/ })).toBeNull()
    await visited.back()
    expect(screen.getByRole('link', { name: /Devon/ })).toBeVisible()
    expect(to(regionsPath)).toHaveLength(2)
  })

  it('[ERRC-08] says that the list could not be loaded, and Retry loads it', async () => {
    const { pending } = server()
    const { user } = await visit('/region/ukcaravan')
    await pending(regionsPath).lose()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There was an error while loading the regions list. Please try again.',
    )
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await pending(regionsPath).answer(both)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('link', { name: /Devon/ })).toBeVisible()
  })
})

it('[API-30] [API-32] regions are requested once for a channel and once for each operator on it; refetching replaces them', async () => {
  const { waiting, to } = server()
  const store = readyStore(initData)
  const load = async (request: { channel: string; opId?: string }, refetch?: boolean) => {
    const done = store.dispatch(loadRegions(request, { refetch }))
    // None, where it is kept.
    for (const one of waiting())
      await one.answer(regions(request.channel, refetch ? devon : cornwall))
    await done
  }
  const storedRegions = (key: string) =>
    Object.keys(store.getState().data.browse.regions[`regions:${key}`] ?? {})
  await load({ channel: 'ukcaravan' })
  await load({ channel: 'ukcaravan' })
  expect(to(regionsPath)).toHaveLength(1)
  await load({ channel: 'ukcaravan', opId: 'HAV' })
  await load({ channel: 'ukcaravan', opId: 'HAV' })
  expect(to(regionsPath)).toHaveLength(2)
  await load({ channel: 'ukcaravan' }, true)
  expect(to(regionsPath)).toHaveLength(3)
  expect([storedRegions('ukcaravan'), storedRegions('ukcaravan/HAV')]).toEqual([['13'], ['12']])
})

describe('the operators of a channel', () => {
  const list: Operator[] = [
    operator('HAV', 'Coastfold Parks', {
      parkCount: 41,
      regions: ['12', '13'],
      image: '/images/p.svg',
      fromPrice: '75.00',
    }),
    operator('PRK', 'Tern & Tide', { parkCount: 1, regions: ['13'], party: 'true' }),
  ]

  it('[BROWSE-03] [BROWSE-06] [ROUTE-12] lists those of the channel, and puts it into the search form', async () => {
    const { pending, to } = server()
    const visited = await visit('/channel/ukcaravan')
    expect(h1()).toBe('Browse UK Holiday Parks by Operator')
    expect(to(operatorsPath)[0]?.query).toEqual({ channel: 'ukcaravan' })
    await pending(operatorsPath).answer({ operators: { ukcaravan: list }, operatorDeposits: {} })
    const rows = ['Coastfold Parks', 'Tern & Tide'].map((name) =>
      screen.getByRole('link', { name: new RegExp(name) }),
    )
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([
      '/HAV/region/ukcaravan',
      '/PRK/region/ukcaravan',
    ])
    expect(rows[0]).toHaveTextContent('Cornwall, Devon')
    expect(rows[0]).toHaveTextContent('41 parks')
    expect(rows[0]).toHaveTextContent('From £75')
    expect(rows[1]).toHaveTextContent('Group bookings welcome')
    expect(visited.store.getState().pageSelections.browseOperators).toEqual({
      channelId: 'ukcaravan',
    })
    await expectAccessible(visited.container)
    await visited.user.click(screen.getByRole('link', { name: 'UK Lodge Breaks' }))
    await settle()
    expect(visited.address()).toBe('/channel/uklodge')
    await pending(operatorsPath).answer({ operators: { uklodge: [] }, operatorDeposits: {} })
    expect(h1()).toBe('Browse UK Lodge Breaks by Operator')
    expect(screen.queryByText('Coastfold Parks')).toBeNull()
    expect(screen.getByText(NOTHING)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse all UK Lodge Breaks' })).toHaveAttribute(
      'href',
      '/region/uklodge',
    )
    expect(visited.store.getState().pageSelections.browseOperators).toEqual({
      channelId: 'uklodge',
    })
  })

  it('[CHAN-12] counts as dog-friendly only the regions whose dogs are Y', async () => {
    const { pending } = server()
    const [Y, N, lower, empty] = ['Y', 'N', 'y', ''].map((dogs, index) =>
      region(`${index + 12}`, `Region ${dogs}`, { dogs }),
    )
    const ukcaravan = Object.fromEntries([Y, N, lower, empty].map((one) => [one?.id, one]))
    await visit(
      '/channel/ukcaravan',
      readyStore({ ...initData, regions: { ...initData.regions, ukcaravan } } as typeof initData),
    )
    await pending(operatorsPath).answer({ operators: { ukcaravan: list }, operatorDeposits: {} })
    expect(screen.getByRole('link', { name: /^Dog Friendly/ })).toHaveTextContent(/1 region$/)
  })

  it("[CHAN-16] says that groups are welcome only where the operator's party is 'true'", async () => {
    const { pending } = server()
    const visited = await visit(
      '/channel/ukcaravan',
      readyStore({ ...initData, operators: { ...initData.operators, ukcaravan: list } }),
    )
    await pending(operatorsPath).answer({ operators: { ukcaravan: list }, operatorDeposits: {} })
    expect(screen.getAllByText('Group bookings welcome')).toHaveLength(1)
    expect(screen.getByRole('link', { name: /Coastfold Parks/ })).not.toHaveTextContent('Group')
    for (const [operatorId, notes] of [
      ['HAV', 0],
      ['PRK', 1],
    ] as const) {
      await visited.goTo(`/${operatorId}/region/ukcaravan`)
      await pending(regionsPath).answer(both)
      expect(screen.queryAllByText('Group bookings welcome')).toHaveLength(notes)
    }
  })

  it('[ERRC-07] says that the list could not be loaded, and Retry loads it', async () => {
    const { pending } = server()
    const { user } = await visit('/channel/ukcaravan')
    await pending(operatorsPath).refuse(500)
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There was an error while loading the operators list. Please try again.',
    )
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await pending(operatorsPath).answer({ operators: { ukcaravan: list }, operatorDeposits: {} })
    expect(screen.getByText('Coastfold Parks')).toBeVisible()
  })

  it('[BROWSE-04] [BROWSE-07] [ROUTE-14] shows an operator’s regions on a channel, and its parks in one of them', async () => {
    const { pending, to } = server()
    const operators = { ...initData.operators, eurocaravan: [operator('HAV', 'Coastfold Parks')] }
    const store = readyStore({ ...initData, operators })
    const visited = await visit('/HAV/region/ukcaravan', store)
    expect(h1()).toBe('Coastfold Parks from All of the UK')
    expect(to(regionsPath)[0]?.query).toEqual({ channel: 'ukcaravan', opId: 'HAV' })
    await pending(regionsPath).answer(both)
    const chosen = () => store.getState().pageSelections.browseOperatorRegions
    expect(chosen()).toEqual({ channelId: 'ukcaravan', operatorId: 'HAV' })
    await visited.user.click(screen.getByRole('link', { name: /Cornwall/ }))
    await settle()
    expect(visited.address()).toBe('/HAV/region/ukcaravan?region=12')
    expect(h1()).toBe('Coastfold Parks from Cornwall')
    expect(to(parksPath)[0]?.query).toEqual({
      channel: 'ukcaravan',
      region: '12',
      opId: 'HAV',
      page: '1',
    })
    await pending(parksPath).answer(page([park('A')]))
    expect(names()).toEqual(['Park A'])
    expect(to(regionsPath)).toHaveLength(1)
    await visited.user.click(screen.getByRole('link', { name: 'Tern & Tide' }))
    await settle()
    expect(visited.address()).toBe('/PRK/region/ukcaravan')
    expect(h1()).toBe('Tern & Tide from All of the UK')
    expect(to(regionsPath)[1]?.query).toEqual({ channel: 'ukcaravan', opId: 'PRK' })
    expect(chosen()).toEqual({ channelId: 'ukcaravan', operatorId: 'PRK' })
    await visited.user.click(screen.getByRole('link', { name: 'Coastfold Parks' }))
    await visited.user.click(await screen.findByRole('link', { name: 'European Holiday Parks' }))
    await settle()
    expect(visited.address()).toBe('/HAV/region/eurocaravan')
    expect(h1()).toBe('Coastfold Parks from Europe')
    expect(to(regionsPath).at(-1)?.query).toEqual({ channel: 'eurocaravan', opId: 'HAV' })
    expect(chosen()).toEqual({ channelId: 'eurocaravan', operatorId: 'HAV' })
  })

  it('an unknown operator or region is not found', async () => {
    const { pending } = server()
    const visited = await visit('/NOBODY/region/ukcaravan')
    expect(h1()).toBe(LOST)
    await visited.goTo('/HAV/region/ukcaravan?region=99')
    await pending(regionsPath).answer(both)
    expect(h1()).toBe(LOST)
  })
})

describe('the parks of a region', () => {
  const cornish = '/holidays/ukcaravan/12/cornwall'

  it('[BROWSE-03] [BROWSE-08] [ROUTE-16] lists them as cards, and puts channel and region into the search form', async () => {
    const { pending, to } = server()
    const lodges = { ...initData.regions.uklodge, '13': region('13', 'Devon') }
    const store = readyStore({ ...initData, regions: { ...initData.regions, uklodge: lodges } })
    const visited = await visit(cornish, store)
    expect(h1()).toBe('Browse Holiday Parks by Park')
    expect(document.title).toBe(
      'Browse Holiday Parks by Park in Cornwall | Meridian Times Holidays',
    )
    expect(to(parksPath)[0]?.query).toEqual({ channel: 'ukcaravan', region: '12', page: '1' })
    await pending(parksPath).answer(
      page([
        park('A', { bubbles: '4.5', reviewCount: 12, dogs: 'Y', features: [0] }),
        park('B', { fromPrice: '', fromStay: undefined }),
      ]),
    )
    const [first, second] = screen.getAllByRole('article')
    expect(first).toHaveTextContent('Bude')
    expect(first).toHaveTextContent('Rated 4.5by 12 reviews')
    expect(first).toHaveTextContent('Dogs welcomeIndoor pool')
    expect(first).toHaveTextContent('From £129')
    // [OP-PARK-13] The price leads to its stay, not to the date of the search box.
    expect(within(first as HTMLElement).getByRole('link', { name: 'View Park A' })).toHaveAttribute(
      'href',
      '/holidays/A/park-a?channel=ukcaravan&region=12&date=05%2F02%2F2027&nights=4&adults=2&children=0&infants=0&dogs=',
    )
    expect(second).toHaveTextContent('Not on sale now')
    expect(
      screen.getByRole('link', { name: 'Click here to view our Cornwall Travel Guide' }),
    ).toHaveAttribute('href', '/travel-guide/cornwall/12')
    const chosen = () => store.getState().pageSelections.browseParks
    expect(chosen()).toEqual({ channelId: 'ukcaravan', regionId: '12' })
    expect(store.getState().search).toMatchObject({ channelId: 'ukcaravan', regionId: '12' })
    await expectAccessible(visited.container)
    await visited.user.click(screen.getByRole('link', { name: 'Devon 5' }))
    await settle()
    expect(visited.address()).toBe('/holidays/ukcaravan/13/devon')
    expect(to(parksPath)[1]?.query).toEqual({ channel: 'ukcaravan', region: '13', page: '1' })
    expect(chosen()).toEqual({ channelId: 'ukcaravan', regionId: '13' })
    await visited.user.click(screen.getByRole('link', { name: 'UK Lodge Breaks' }))
    await settle()
    expect(visited.address()).toBe('/holidays/uklodge/13/devon')
    expect(to(parksPath)[2]?.query).toEqual({ channel: 'uklodge', region: '13', page: '1' })
    expect(chosen()).toEqual({ channelId: 'uklodge', regionId: '13' })
  })

  it.each([
    ['/holidays/uklodge/12/cornwall', 'Cornwall: UK Lodge Breaks'],
    ['/area/uktouring/12/T1/bude', 'Bude: UK Camping & Touring Parks'],
  ])('%s has a title of its own: it names the channel', async (path, place) => {
    const { pending } = server()
    await visit(path)
    await pending(parksPath).answer(page([park('A')]))
    expect(h1()).toBe('Browse Holiday Parks by Park')
    expect(document.title).toBe(
      `Browse Holiday Parks by Park in ${place} | Meridian Times Holidays`,
    )
  })

  it('[ROUTE-16] shows the parks of a region of routes and of a town, with their own headings', async () => {
    const { pending, to } = server()
    const visited = await visit('/boating-holidays/boats/80/norfolk-broads')
    expect(h1()).toBe('Browse Boating Holidays by Route')
    await visited.goTo('/area/ukcaravan/12/T1/bude')
    expect(to(parksPath).at(-1)?.query).toEqual({
      channel: 'ukcaravan',
      region: '12',
      townId: 'T1',
      page: '1',
    })
    await pending(parksPath, -1).answer(page([park('A')]))
    expect(h1()).toBe('Browse Holiday Parks by Park')
    expect(
      screen.getByText(
        '1 park in Bude, Cornwall. Each price is the park’s cheapest stay for two adults.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Bude' })).toHaveAttribute('aria-current', 'true')
    expect(screen.getByRole('link', { name: 'Looe' })).toHaveAttribute(
      'href',
      '/area/ukcaravan/12/T2/looe',
    )
    expect(screen.getByRole('link', { name: 'All towns' })).toHaveAttribute('href', cornish)
  })

  it('an unknown region or town is not found; a known one without parks links to others', async () => {
    const { pending } = server()
    const visited = await visit('/holidays/ukcaravan/99/x')
    expect(h1()).toBe(LOST)
    await visited.goTo('/area/ukcaravan/12/T9/x')
    await pending(parksPath).refuse(404, 'NOT_FOUND')
    expect(h1()).toBe(LOST)
    await visited.goTo('/holidays/uklodge/12/cornwall')
    await pending(parksPath).answer(page([], { townList: [], pageCount: 0 }))
    expect(screen.getByText(NOTHING)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse all UK Lodge Breaks' })).toHaveAttribute(
      'href',
      '/region/uklodge',
    )
  })

  it('links to further pages, and Back shows the previous page without a new request', async () => {
    const { pending, to } = server()
    const visited = await visit(cornish)
    await pending(parksPath).answer(page([park('A')], { count: 60, pageCount: 3 }))
    const next = screen.getByRole('link', { name: 'Next' })
    expect(next).toHaveAttribute('href', `${cornish}?page=2`)
    expect(next).toHaveAttribute('rel', 'next')
    await visited.user.click(next)
    await settle()
    expect(to(parksPath)[1]?.query.page).toBe('2')
    await pending(parksPath).answer(page([park('B')], { count: 60, pageCount: 3 }))
    expect(names()).toEqual(['Park B'])
    expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', cornish)
    expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await visited.back()
    expect(names()).toEqual(['Park A'])
    expect(to(parksPath)).toHaveLength(2)
    await visited.goTo(`${cornish}?page=9`)
    await pending(parksPath).answer(page([], { count: 60, pageCount: 3 }))
    expect(h1()).toBe(LOST)
  })

  it('shows the page of the address when the answers come in reverse order', async () => {
    const { all } = server()
    const visited = await visit(cornish)
    await visited.goTo(`${cornish}?page=2`)
    const [first, second] = all(parksPath, 2)
    await second.answer(page([park('B')], { count: 30, pageCount: 2 }))
    await first.answer(page([park('A')], { count: 30, pageCount: 2 }))
    expect(names()).toEqual(['Park B'])
  })

  it('has links to filter and sort that a crawler need not follow', async () => {
    const { pending, to } = server()
    const visited = await visit(cornish)
    const some = { count: 30, pageCount: 2, featureCounts: { '0': 12, '1': 30 }, dogParks: 20 }
    await pending(parksPath).answer(page([park('A')], some))
    // A feature that all parks have is no useful filter.
    expect(screen.queryByRole('link', { name: /Hot tub/ })).toBeNull()
    const pool = screen.getByRole('link', { name: 'Indoor pool (12)' })
    expect(pool).toHaveAttribute('rel', 'nofollow')
    await visited.user.click(pool)
    await settle()
    expect(visited.address()).toBe(`${cornish}?features=0`)
    expect(to(parksPath)[1]?.query).toMatchObject({ features: '0', page: '1' })
    await pending(parksPath).answer(page([], { count: 0, pageCount: 0 }))
    expect(screen.getByText('No parks here have all of that.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Browse all UK Holiday Parks' })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Ring us on/ })).toBeVisible()
    await visited.user.click(screen.getByRole('link', { name: 'Show all parks' }))
    await settle()
    expect(visited.address()).toBe(cornish)
    await visited.user.click(screen.getByRole('link', { name: 'Lowest price' }))
    await settle()
    expect(to(parksPath).at(-1)?.query.sort).toBe('price')
    await visited.goTo(`${cornish}?dogs=y`)
    expect(to(parksPath).at(-1)?.query.dogs).toBe('Y')
  })

  it('shows parks with a name of 120 characters, a name in another script, no position, or no picture', async () => {
    const { pending } = server()
    await visit(cornish)
    const long = 'Long'.repeat(30)
    await pending(parksPath).answer(
      page([
        park('A', { name: long }),
        park('B', { name: 'Кемпинг', slug: 'park' }),
        park('C', { images: [] }),
      ]),
    )
    expect(names()).toEqual([long, 'Кемпинг', 'Park C'])
    expect(screen.getByRole('link', { name: 'View Кемпинг' })).toHaveAttribute(
      'href',
      expect.stringContaining('/holidays/B/park?'),
    )
    expect(
      within(screen.getAllByRole('article')[2] as HTMLElement).getByRole('presentation'),
    ).toHaveAttribute('src', '/MT/placeholder.svg')
  })
})
