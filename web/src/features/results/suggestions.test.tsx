import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Suggestions } from '../../api/schema'
import { expectAccessible } from '../../test/axe'
import { holdAnswers } from '../../test/held-server'
import { renderAt, prices, setWidth } from '../../test/search-page'
import { found, resultRow } from '../../test/search-store'
import { ok } from '../../test/server'
import { resizeTo } from '../../test/screen'
import { visit } from '../../test/visit'
import { nearChosen, toggleFilter, updateMaxPrice } from '../search'
// Loaded in advance, because the pages load it lazily.
import './NoResults'
import { ResultsPage } from './ResultsPage'

const query =
  'channel=ukcaravan&region=12&date=24%2F11%2F2026&nights=3&adults=2&children=0&infants=0&dogs='
const NOTHING = 'No results. Please try adjusting your date, nights or location.'

const suggestions: Suggestions = {
  dates: [{ date: '27/11/2026', count: 4, price: '119.50' }],
  regions: [
    { id: '13', name: 'Devon', miles: 52, count: 1, price: '99.00' },
    { id: '14', name: 'Dorset', count: 12, price: '140.00' },
  ],
  without: [{ condition: 'dogs', count: 7 }],
}
const none: Suggestions = { dates: [], regions: [], without: [] }

function results(search: ReturnType<typeof found>, more: Suggestions, address = query) {
  return renderAt(`/results?${address}`, <ResultsPage />, {
    answers: { '/api/search': [search], '/api/suggestions': [{ data: more }] },
  })
}
const links = () =>
  screen
    .queryAllByRole('link')
    .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')])
    .filter(([text, href]) => text !== 'Map' && href?.startsWith('/results'))

beforeEach(() => setWidth(1280))

describe('a search that finds nothing', () => {
  it('offers the nearest dates, the nearest regions and the search without one condition, each with what it finds', async () => {
    const { container } = results(found(), suggestions, `${query}y&view=grid`)
    expect(await screen.findByRole('heading', { name: 'Nearest dates' })).toBeVisible()
    expect(screen.getByRole('heading', { name: NOTHING })).toBeVisible()
    const address = (change: [string, string]) =>
      decodeURIComponent(`/results?${`${query}y`.replace(...change)}`)
    expect(links()).toEqual([
      [
        'See the whole seasonThe prices of every week',
        address(['', '']).replace('/results?', '/results/all-dates?'),
      ],
      ['Without dogs7 holidays', address(['dogs=y', 'dogs='])],
      ['Arrive Fri 27th Nov4 holidays from £119.50', address(['24%2F11', '27%2F11'])],
      ['Devon1 holiday from £99, 52 miles away', address(['region=12', 'region=13'])],
      ['Dorset12 holidays from £140', address(['region=12', 'region=14'])],
    ])
    await expectAccessible(container)
  })

  it('leads to the page of units together with the price of all', async () => {
    const page = '/together?park=A&nights=3'
    const text = 'Side by side: Gold for 6; Gold for 5'
    const together = [{ parkId: 'A', parkName: 'Gannet Sands', text, price: '480.00', page }]
    results(found(), { ...none, together }, query)
    const link = await screen.findByRole('link', { name: /Gannet Sands/ })
    expect(link).toHaveTextContent(`${text}: £480 in all`)
    expect(link).toHaveAttribute('href', page)
  })

  it('offers other numbers of nights', async () => {
    const flexible = query.replace('date=24%2F11%2F2026', 'when=february-half-term-2027')
    const nights = [
      { nights: 4, count: 140, price: '129.00' },
      { nights: 7, count: 1, price: '199.00' },
    ]
    results(found(), { ...none, nights }, flexible)
    expect(await screen.findByRole('heading', { name: 'Another number of nights' })).toBeVisible()
    const to = (n: number) =>
      screen.getByRole('link', { name: new RegExp(`^${n} nights`) }).getAttribute('href')
    expect(to(4)).toMatch(/when=february-half-term-2027.*nights=4|nights=4.*when=february/)
    expect(to(7)).toMatch(/nights=7/)
    expect(screen.getByText('140 holidays from £129')).toBeVisible()
  })

  it('sends the chosen filters with the request for suggestions', async () => {
    const { store, server } = results(found(resultRow('A', { features: [] })), none)
    await screen.findByRole('article')
    act(() => {
      store.dispatch(toggleFilter(1))
      store.dispatch(updateMaxPrice(300))
    })
    await screen.findByText(NOTHING)
    await waitFor(() =>
      expect(server.to('/api/suggestions').at(-1)).toMatchObject({
        channel: 'ukcaravan',
        region: '12',
        date: '24/11/2026',
        nights: '3',
        adults: '2',
        features: '1',
        priceMax: '300',
      }),
    )
  })

  it('sends the visitor’s own position only rounded to a quarter of a degree', async () => {
    const { server } = results(found(), none, `${query}&near=50.4,-5.1,Newquay`)
    await screen.findByText(NOTHING)
    await waitFor(() =>
      expect(server.to('/api/suggestions')[0]).toMatchObject({ near: '50.4,-5.1' }),
    )
    const { server: server2, store } = renderAt(`/results?${query}`, <ResultsPage />, {
      answers: { '/api/search': [found()], '/api/suggestions': [{ data: none }] },
    })
    await waitFor(() => expect(server2.to('/api/suggestions')).toHaveLength(1))
    const place = { channelId: 'ukcaravan', regionId: '12' }
    act(() => {
      store.dispatch(
        nearChosen({ ...place, near: { lat: 50.26, lon: -5.05, name: 'TR1', own: true } }),
      )
      store.dispatch(updateMaxPrice(300))
    })
    await waitFor(() =>
      expect(server2.to('/api/suggestions').at(-1)).toMatchObject({ priceMax: '300' }),
    )
    expect(server2.to('/api/suggestions').at(-1)).toMatchObject({ near: '50.25,-5' })
    expect(JSON.stringify(server2.to('/api/search'))).not.toMatch(/50\.26|5\.05/)
  })

  it('shows no suggestions and no error when their request fails', async () => {
    renderAt(`/results?${query}`, <ResultsPage />, {
      answers: { '/api/search': [found()], '/api/suggestions': [{ status: 503 }] },
    })
    expect(await screen.findByRole('button', { name: /Look in All of the UK/ })).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Looking for other dates and places')).toBeNull())
    expect(screen.getByRole('heading', { name: NOTHING })).toBeVisible()
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  })
})

describe('suggestions below a few results', () => {
  it('are shown below three results', async () => {
    results(found(resultRow('A'), resultRow('B'), resultRow('C')), suggestions)
    const few = await screen.findByRole('region', { name: /Only a few holidays fit/ })
    expect(await within(few).findByRole('link', { name: /^Devon/ })).toBeVisible()
    expect(screen.getAllByRole('article')).toHaveLength(3)
  })

  it('are not requested for four results', async () => {
    const { server } = results(
      found(resultRow('A'), resultRow('B'), resultRow('C'), resultRow('D')),
      suggestions,
    )
    await screen.findAllByRole('article')
    expect(server.to('/api/suggestions')).toEqual([])
    expect(screen.queryByRole('link', { name: /^Devon/ })).toBeNull()
  })
})

describe('late suggestions', () => {
  const server = () =>
    holdAnswers({
      '/api/cachedavailability': ok(prices),
      '/json-files/mega-menu-MT.json': 'no answer',
    })

  it('change nothing when they arrive after those of a newer search', async () => {
    resizeTo(1280)
    const { held, pending } = server()
    const visited = await visit(`/results?${query}`)
    const nothing = {
      searchId: 's_1',
      count: 0,
      exactCount: 0,
      alternativeCount: 0,
      results: [],
      cards: {},
    }
    await pending('/api/search').answer(nothing)
    expect(await screen.findByText(NOTHING)).toBeVisible()
    await waitFor(() => expect(held('/api/suggestions')).toHaveLength(1))
    const late = pending('/api/suggestions')
    await act(async () => visited.goTo(`/results?${query.replace('region=12', 'region=13')}`))
    await waitFor(() => expect(held('/api/search')).toHaveLength(1))
    await pending('/api/search').answer(nothing)
    await waitFor(() => expect(held('/api/suggestions')).toHaveLength(2))
    await pending('/api/suggestions', 1).answer({ ...none, regions: suggestions.regions.slice(1) })
    expect(await screen.findByRole('link', { name: /^Dorset/ })).toBeVisible()
    await late.answer(suggestions)
    expect(screen.queryByRole('link', { name: /^Devon/ })).toBeNull()
    expect(screen.getByRole('link', { name: /^Dorset/ })).toBeVisible()
  })
})
