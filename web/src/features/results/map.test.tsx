import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rejectAnalytics, startAnalytics } from '../analytics'
import { durationChosen } from '../search'
import { holdAnswers } from '../../test/held-server'
import { prices } from '../../test/search-page'
import { foundData, resultRow } from '../../test/search-store'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'

const query =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const search = '/api/search'
const A = resultRow('A', { lat: '50.41550', lon: '-5.07370' })
const B = resultRow('B', { lat: '', lon: '', price: '300.00' })

const server = () => holdAnswers({ '/api/cachedavailability': ok(prices) })
const list = () =>
  within(screen.getByRole('region', { name: 'Holidays' }))
    .queryAllByRole('article')
    .map((row) => within(row).getByRole('heading').textContent)

async function openMap(address = `/results?${query}&view=map`) {
  const { pending, to } = server()
  const page = await visit(address)
  await pending(search).answer(foundData(A, B))
  return { page, pending, to }
}

describe('the map of the results', () => {
  it('[PAGE-29] [PAGE-30] opens with Map and closes with Grid, or List on small screens', async () => {
    const { page, to } = await openMap(`/results?${query}`)
    const toggle = screen.getByRole('link', { name: 'Map' })
    await page.user.click(toggle)
    await settle()
    expect(page.query('view')).toBe('map')
    expect(page.store.getState().session.resultsView).toBe('map')
    expect(screen.queryByRole('link', { name: 'Map' })).toBeNull()
    const [back] = screen.getAllByText('Grid')
    expect(back).toHaveClass('max-md:hidden')
    expect(screen.getAllByText('List')[0]).toHaveClass('md:hidden')
    await page.user.click(back as HTMLElement)
    await settle()
    expect(page.query('view')).toBeNull()
    expect(page.store.getState().session.resultsView).toBe('grid')
    expect(screen.getByRole('link', { name: 'Map' })).toBeVisible()
    expect(to(search)).toHaveLength(1)
  })

  it('[PAGE-30] closes with the arrow on top of it, too', async () => {
    const { page, to } = await openMap()
    const arrow = screen.getByRole('link', { name: 'Back to the list' })
    const marks = screen.getByRole('group', { name: /^Map/ })
    expect(arrow.compareDocumentPosition(marks)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await page.user.click(arrow)
    await settle()
    expect(page.query('view')).toBeNull()
    expect(page.store.getState().session.resultsView).toBe('grid')
    expect(screen.queryByRole('link', { name: 'Back to the list' })).toBeNull()
    expect(to(search)).toHaveLength(1)
  })

  it('[PAGE-29] cannot be opened from a page that shows no results', async () => {
    server()
    const page = await visit(`/results/all-dates?${query}`)
    await settle()
    expect(screen.queryByRole('link', { name: 'Map' })).toBeNull()
    await page.goTo('/login')
    expect(screen.queryByRole('link', { name: 'Map' })).toBeNull()
  })

  it('[RES-08] lists the same results beside it, including those without a position, and says so', async () => {
    await openMap()
    expect(screen.getByRole('region', { name: 'Map of the holidays' })).toBeVisible()
    expect(list()).toEqual(['Park A', 'Park B'])
    expect(screen.getByText(/^1 holiday of the list is not on the map/)).toBeVisible()
    expect(screen.getByText('2 Holidays found')).toBeVisible()
  })

  it('[ANLY-08] reports the switch to the map to analytics, but not the switch back', async () => {
    rejectAnalytics() // Ends what earlier tests have started.
    startAnalytics('accepted')
    window.dataLayer = []
    const { page } = await openMap(`/results?${query}`)
    const sent = () =>
      (window.dataLayer as { event?: string }[]).filter(
        ({ event }) => event === 'switched_to_results_map_view',
      )
    await page.user.click(screen.getByRole('link', { name: 'Map' }))
    await settle()
    expect(sent()).toEqual([{ event: 'switched_to_results_map_view' }])
    await page.user.click(screen.getAllByText('Grid')[0] as HTMLElement)
    await settle()
    expect(sent()).toHaveLength(1)
  })

  it('searches the area in the address instead of the region, until the visitor removes it', async () => {
    const { page, to, pending } = await openMap(`/results?${query}&box=-5.5,50,-4,51&view=map`)
    expect(to(search)[0]?.query).toMatchObject({ box: '-5.5,50,-4,51' })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Holidays in this area')
    await page.user.click(screen.getByRole('button', { name: 'Remove This area' }))
    await waitFor(() => expect(to(search)).toHaveLength(2))
    expect(to(search)[1]?.query.box).toBeUndefined()
    await pending(search).answer(foundData(A))
    expect(page.query('box')).toBeNull()
    expect(page.query('view')).toBe('map')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Holidays in Cornwall')
  })

  it('says in Where that the search is for an area', async () => {
    await openMap(`/results?${query}&box=-5.5,50,-4,51&view=map`)
    expect(screen.getByRole('combobox', { name: 'Where' })).toHaveValue('This area')
  })

  it('with flexible dates links each row to the date whose price it shows', async () => {
    await openMap(`/results?channel=ukcaravan&region=12&when=weekend-2027-06&nights=3&view=map`)
    const [row] = screen.getAllByRole('article')
    const { searchParams } = new URL(
      within(row as HTMLElement).getByRole<HTMLAnchorElement>('link', { name: A.name }).href,
    )
    expect(searchParams.get('date')).toBe(A.date)
  })

  it('ignores an area that cannot be read', async () => {
    const { to } = await openMap(`/results?${query}&box=-4,50,-5,51&view=map`)
    expect(to(search)[0]?.query.box).toBeUndefined()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Holidays in Cornwall')
  })

  it('shows a name of 120 characters and one in another script unchanged', async () => {
    const { pending } = server()
    await visit(`/results?${query}&view=map`)
    const names = ['Ω'.repeat(120), 'キャンプ場 – Ћирилица']
    await pending(search).answer(
      foundData({ ...A, name: names[0] as string }, { ...B, name: names[1] as string }),
    )
    expect(list()).toEqual(names)
  })

  it('says how many holidays are shown if there are more than an answer contains', async () => {
    const { pending } = server()
    await visit(`/results?${query}&view=map`)
    await pending(search).answer({ ...foundData(A), count: 4321 })
    expect(
      screen.getByText(/^The map shows all holidays, the list the first 1 of 4,321\./),
    ).toBeVisible()
  })

  it('says that filters look through the holidays of the answer, if there are more', async () => {
    const { pending } = server()
    const { user } = await visit(`/results?${query}&view=map`)
    await pending(search).answer({
      ...foundData({ ...A, dogs: 'Y' }, { ...B, dogs: 'N' }),
      count: 4321,
    })
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    await user.click(await screen.findByRole('checkbox', { name: /^Pet friendly/ }))
    expect(
      await screen.findByText(/^The filters have looked through the first 2 of 4,321 holidays\./),
    ).toBeVisible()
  })
})

describe('the map of a search that finds more than its answer contains', () => {
  const UNLISTED = {
    parkId: 'Z',
    name: 'Park Z',
    lat: '50.41',
    lon: '-5.07',
    count: 1,
    price: '199.00',
  }
  const unlistedRow = resultRow('Z', { name: 'Park Z', dogs: 'N' })
  const sizes = ['clientWidth', 'clientHeight'] as const

  beforeEach(() => {
    for (const size of sizes)
      Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 800 })
  })
  afterEach(() => void vi.useRealTimers())
  afterEach(() => {
    for (const size of sizes) delete (HTMLElement.prototype as Partial<HTMLElement>)[size]
  })

  /** Opens the map, and presses the mark of a holiday that is not in the list. */
  async function pressUnlisted() {
    const server = holdAnswers({
      '/api/cachedavailability': ok(prices),
      '/api/mapmarks': ok({ marks: [UNLISTED] }),
    })
    const page = await visit(`/results?${query}&view=map`)
    await server
      .pending(search)
      .answer({ ...foundData({ ...A, dogs: 'Y' }, { ...B, dogs: 'N' }), count: 4321 })
    const mark = await screen.findByRole('button', { name: /^Park Z, from/ })
    await page.user.click(mark)
    await waitFor(() => expect(server.held(search)).toHaveLength(1))
    return { ...page, ...server }
  }
  const card = () => screen.queryByRole('article', { name: /^On the map/ })

  it('says when the pressed holiday could not be loaded, and when it is no longer available', async () => {
    const { pending, held, user } = await pressUnlisted()
    expect(pending(search).query).toMatchObject({ park: 'Z' })
    await pending(search).answer({ searchId: 's_2', wait: 2, count: 0 })
    expect(await screen.findByText(/^The holiday could not be loaded/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(held(search)).toHaveLength(1))
    await pending(search).answer(foundData())
    expect(await screen.findByText('The holiday is no longer available.')).toBeVisible()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('closes the card when a filter hides the holiday', async () => {
    const { pending, held, user } = await pressUnlisted()
    await pending(search).answer(foundData(unlistedRow))
    await waitFor(() => expect(card()).toHaveAccessibleName('On the map: Park Z'))
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    await user.click(await screen.findByRole('checkbox', { name: /^Pet friendly/ }))
    await waitFor(() => expect(list()).toEqual(['Park A']))
    expect(card()).toBeNull()
    expect(held(search)).toEqual([])
  })

  /** Searches for four nights, and answers with a list that does not contain the holiday. */
  async function otherNights({ goTo, held, pending }: Awaited<ReturnType<typeof pressUnlisted>>) {
    await goTo(`/results?${query.replace('nights=3', 'nights=4')}&view=map`)
    await waitFor(() => expect(held(search)).toHaveLength(1))
    expect(card()).toHaveAccessibleName('On the map: Park Z')
    await pending(search).answer({ ...foundData(A, B), count: 4000 })
    await waitFor(() => expect(held(search)).toHaveLength(1))
    expect(pending(search).query).toMatchObject({ park: 'Z', nights: '4' })
    expect(card()).toHaveAccessibleName('On the map: Park Z')
  }

  it('keeps the card open when the nights change, with the new price', async () => {
    const page = await pressUnlisted()
    await page.pending(search).answer(foundData(unlistedRow))
    await waitFor(() => expect(card()).toHaveTextContent('£189'))
    const shown = card()
    await otherNights(page)
    await page.pending(search).answer(foundData({ ...unlistedRow, nights: 4, price: '119.50' }))
    await waitFor(() => expect(card()).toHaveTextContent('£119.50'))
    expect(card()).toBe(shown)
  })

  it('closes the card when the holiday is not available for other nights, and does not ask for it again', async () => {
    const page = await pressUnlisted()
    await page.pending(search).answer(foundData(unlistedRow))
    await waitFor(() => expect(card()).not.toBeNull())
    await otherNights(page)
    await page.pending(search).answer(foundData())
    await waitFor(() => expect(card()).toBeNull())
    expect(screen.queryByText('The holiday is no longer available.')).toBeNull()
    await page.goTo(`/results?${query}&view=map`)
    await page.pending(search).answer({ ...foundData(B), count: 4000 })
    await waitFor(() => expect(list()).toEqual(['Park B']))
    expect(page.to(search).filter(({ query: { park } }) => park !== undefined)).toHaveLength(2)
  })

  it('closes the card when the search for other nights fails', async () => {
    const page = await pressUnlisted()
    await page.pending(search).answer(foundData(unlistedRow))
    await waitFor(() => expect(card()).not.toBeNull())
    await page.goTo(`/results?${query.replace('nights=3', 'nights=4')}&view=map`)
    await page.pending(search).refuse(500)
    await waitFor(() => expect(card()).toBeNull())
  })

  it('keeps the marks of the shown holidays when the search for other nights fails after a wait', async () => {
    const { store, held, pending, to } = await pressUnlisted()
    vi.useFakeTimers()
    act(() => void store.dispatch(durationChosen(4)))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(held(search)).toHaveLength(2)
    await pending(search, -1).answer({ searchId: 's_4', wait: 1, count: 4000 })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await pending('/api/searchresults').refuse(500)
    vi.useRealTimers()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Park Z, from/ })).toBeInTheDocument()
    await settle()
    expect(new Set(to('/api/mapmarks').map((call) => call.query.nights))).toEqual(new Set(['3']))
  })

  it('closes the card for a search of another region, and does not ask for its holiday again', async () => {
    const { pending, held, goTo, to } = await pressUnlisted()
    await pending(search).answer(foundData(unlistedRow))
    await waitFor(() => expect(card()).not.toBeNull())
    await goTo(`/results?${query.replace('region=12', 'region=13')}&view=map`)
    await waitFor(() => expect(held(search)).toHaveLength(1))
    expect(pending(search).query).toMatchObject({ region: '13' })
    await pending(search).answer({ ...foundData(B), count: 4000 })
    await waitFor(() => expect(list()).toEqual(['Park B']))
    expect(card()).toBeNull()
    expect(to(search).filter(({ query: { park } }) => park !== undefined)).toHaveLength(1)
  })

  it('says what the map shows when the marks of all holidays could not be loaded', async () => {
    const { pending } = holdAnswers({
      '/api/cachedavailability': ok(prices),
      '/api/mapmarks': { status: 503, body: {} },
    })
    await visit(`/results?${query}&view=map`)
    await pending(search).answer({ ...foundData(A), count: 4321 })
    expect(
      await screen.findByText(/^Map and list show the first 1 of 4,321 holidays\./),
    ).toBeVisible()
  })
})
