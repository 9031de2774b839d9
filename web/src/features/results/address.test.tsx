import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { holdAnswers } from '../../test/held-server'
import { prices } from '../../test/search-page'
import { readyStore } from '../../test/render'
import { foundData, initData, resultRow } from '../../test/search-store'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'
import { adultsChosen, durationChosen, regionChosen } from '../search'

const query = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    channel: 'ukcaravan',
    region: '12',
    date: '24/11/2026',
    nights: '3',
    adults: '2',
    children: '0',
    infants: '0',
    dogs: '',
    ...changes,
  }).toString()
const search = '/api/search'
const server = () => holdAnswers({ '/api/cachedavailability': ok(prices) })

afterEach(() => {
  vi.useRealTimers()
})

describe('the address is the search', () => {
  it('[RES-17] a region of all regions opens its results', async () => {
    const { to } = server()
    const page = await visit(`/results/all-regions?${query({ region: 'all-regions' })}`)
    await page.user.click(await screen.findByRole('link', { name: /Devon/ }))
    await settle()
    expect(page.address()).toMatch(/^\/results\?/)
    expect(page.query('region')).toBe('13')
    expect(to(search).map((requests) => requests.query.region)).toEqual(['13'])
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Holidays in Devon' }),
    ).toBeVisible()
  })

  it('[RES-19] the search of the untouched home page shows the prices of the nearest date', async () => {
    const { '22/11/2026': _, ...later } = prices.minprices['all-regions']
    const minprices = { ...prices.minprices, 'all-regions': later }
    holdAnswers({ '/api/cachedavailability': ok({ ...prices, minprices }) })
    const page = await visit('/')
    await page.user.click(screen.getAllByRole('button', { name: 'Search' })[0] as HTMLElement)
    await settle()
    expect(page.address()).toMatch(/^\/results\/all-regions\?.*date=22%2F11%2F2026/)
    expect(
      screen.getByText('No holidays start on Sun 22nd Nov. Here are prices from Tue 24th Nov.'),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: /Devon.*£100/ }).getAttribute('href')).toContain(
      'date=24%2F11%2F2026',
    )
  })

  it('an address of all regions opens them, even after a search of another channel', async () => {
    server()
    const page = await visit(`/results?${query({ channel: 'boats', region: '80' })}`)
    await page.goTo(
      '/results/all-regions?channel=ukcaravan&region=all-regions&date=24%2F11%2F2026&nights=4',
    )
    expect(page.address()).toMatch(/^\/results\/all-regions\?/)
    expect(page.store.getState().search).toMatchObject({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
      duration: 4,
    })
  })

  it.each([
    [`/results?${query({ region: 'all-regions' })}`, '/results/all-regions'],
    ['/results', '/results/all-regions'],
    [`/results?${query({ region: '999' })}`, '/results/all-regions'],
    [`/results/all-regions?${query()}`, '/results'],
    [`/results/all-regions?${query({ channel: 'boats', region: '80' })}`, '/results'],
  ])('%s opens the page for that kind of search', async (address, path) => {
    server()
    const page = await visit(address)
    expect(page.router.state.location.pathname).toBe(path)
  })

  it('a choice that needs another page changes nothing before Search is pressed', async () => {
    const { pending } = server()
    const page = await visit(`/results?${query()}`)
    await pending(search).answer(foundData(resultRow('A')))
    act(() => void page.store.dispatch(regionChosen('all-regions')))
    expect(page.address()).toMatch(/^\/results\?.*region=12/)
    expect(screen.getByRole('article')).toBeVisible()
    await page.goTo('/login')
    await page.back()
    expect(page.address()).toMatch(/^\/results\?.*region=12/)
  })

  it('[OP-FILT-3a] sort and filters stay with the map, Back and a reload', async () => {
    const refinements = '&sort=priceDesc&price=100-300'
    const { pending } = server()
    const page = await visit(`/results?${query()}${refinements}`)
    const chosen = () => {
      const { resultsAppliedSort, rangeSliderMin, rangeSliderMax } = page.store.getState().filters
      return [resultsAppliedSort, rangeSliderMin, rangeSliderMax]
    }
    await pending(search).answer(foundData(resultRow('A', { price: '150.00' })))
    await page.user.click(screen.getByRole('link', { name: 'Map' }))
    await settle()
    expect(page.query('view')).toBe('map')
    expect(page.address()).toContain(refinements)
    expect(chosen()).toEqual(['priceDesc', 100, 300])
    await page.back()
    expect(page.query('view')).not.toBe('map')
    expect(chosen()).toEqual(['priceDesc', 100, 300])
    const reloaded = page.address()
    page.leave()
    const again = await visit(reloaded)
    expect(again.address()).toContain(refinements)
    expect(again.store.getState().filters.resultsAppliedSort).toBe('priceDesc')
  })

  it('[OP-FILT-3a] the links to other dates and places have the sort and the filters', async () => {
    const refinements = '&sort=priceDesc&price=100-300'
    const { pending } = server()
    await visit(`/results?${query()}${refinements}`)
    await pending(search).answer(foundData())
    await pending('/api/suggestions').answer({
      without: [],
      dates: [{ date: '27/11/2026', count: 4, price: '119.50' }],
      regions: [{ id: '13', name: 'Devon', count: 1, price: '99.00', miles: 52 }],
    })
    await settle()
    for (const name of [/^See the whole season/, /^Arrive Fri 27th Nov/, /^Devon.*1 holiday/])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toContain(refinements)
  })

  it('a choice made at the moment in which the address is written is kept', async () => {
    const { pending } = server()
    const page = await visit(`/results?${query()}`)
    await pending(search).answer(foundData(resultRow('A')))
    vi.useFakeTimers()
    act(() => void page.store.dispatch(durationChosen(4)))
    await act(async () => {
      vi.advanceTimersByTime(500)
      page.store.dispatch(adultsChosen(5))
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(page.store.getState().search).toMatchObject({ duration: 4, adults: 5 })
    await act(async () => vi.advanceTimersByTimeAsync(500))
    await settle()
    expect(page.query('nights')).toBe('4')
    expect(page.query('adults')).toBe('5')
  })
})

describe('a search without results', () => {
  it.each([
    ['channel=boats&region=80', 'Look at UK Holiday Parks'],
    ['channel=ukcaravan&region=12', 'Look in All of the UK'],
  ])('[SRCH-64] %s: offers all of the UK', async (place, button) => {
    const { pending } = server()
    const page = await visit(`/results?${place}&date=24/11/2026&nights=3&adults=2`)
    await pending(search).answer(foundData())
    await page.user.click(screen.getByRole('button', { name: new RegExp(`^${button}`) }))
    await settle()
    expect(page.address()).toMatch(/^\/results\/all-regions\?channel=ukcaravan&region=all-regions/)
  })
})

it('[API-44] loads the lists of filters that init has not returned, and filters by them', async () => {
  const none = { Filters: [], bFilters: [0, 0, 0], nFilters: [0, 0, 0] } as const
  const lists = {
    Filters: [
      { name: 'Slipway', group: '1' },
      { name: 'Berths', group: '1', compare: '>=', field: 'berths', options: [1, 2] },
    ],
    bFilters: [0, 0, 1],
    nFilters: [1, 0, 1],
    filterGroups: { '1': { name: 'Afloat' } },
  }
  const { pending, to } = server()
  const storeWithoutFilters = readyStore({
    ...initData,
    Filters: [],
    bFilters: [...none.bFilters],
    nFilters: [...none.nFilters],
  })
  const page = await visit(`/results?${query()}`, storeWithoutFilters)
  await pending('/api/filters').answer(lists)
  await pending(search).answer(
    foundData(resultRow('A', { features: [0] }), resultRow('B', { features: [] })),
  )
  await page.user.click(screen.getByRole('checkbox', { name: /^Slipway/ }))
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.getByRole('spinbutton', { name: 'Berths' })).toBeInTheDocument()
  expect(to('/api/filters')).toHaveLength(1)
})
