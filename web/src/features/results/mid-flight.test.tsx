import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { holdAnswers } from '../../test/held-server'
import { prices } from '../../test/search-page'
import { foundData, resultRow } from '../../test/search-store'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'

const query = (nights: number, region = '12') =>
  `channel=ukcaravan&region=${region}&date=24%2F11%2F2026&nights=${nights}&adults=2&children=0&infants=0&dogs=`
const results = (nights = 3, region = '12') => `/results?${query(nights, region)}`
const park = `/holidays/HV101/gannet-sands?${query(3)}`
const search = '/api/search'

const server = () => holdAnswers({ '/api/cachedavailability': ok(prices) })
const cards = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

describe('the results page', () => {
  it('searches again on Back when it was left before the first answer', async () => {
    const { pending, to } = server()
    const page = await visit(results())
    expect(to(search)).toHaveLength(1)
    await page.goTo(park)
    expect(pending(search).cancelled()).toBe(true)
    await page.back()
    expect(to(search)).toHaveLength(2)
    await pending(search, 1).answer(foundData(resultRow('B')))
    // The answer of the search that was left comes last and must change nothing.
    await pending(search).answer(foundData(resultRow('A')))
    expect(cards()).toEqual(['Park B'])
  })

  it('shows on Back the search of its address when it was left during a search for changed nights', async () => {
    const { pending, to } = server()
    const page = await visit(results())
    await pending(search).answer(foundData(resultRow('A')))
    await page.goTo(results(4))
    await page.goTo(park)
    await page.back()
    expect(page.query('nights')).toBe('4')
    expect(to(search).at(-1)?.query.nights).toBe('4')
    await pending(search, -1).answer(foundData(resultRow('B')))
    expect(cards()).toEqual(['Park B'])
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  })

  it('shows the newest search when the answers come in reverse order', async () => {
    const { all } = server()
    const page = await visit(results(3))
    await page.goTo(results(4))
    const [first, second] = all(search, 2)
    await second.answer(foundData(resultRow('B')))
    await first.answer(foundData(resultRow('A')))
    expect(cards()).toEqual(['Park B'])
  })

  it('shows the previous search on Back', async () => {
    const { pending, to } = server()
    const page = await visit(results(3))
    await pending(search).answer(foundData(resultRow('A')))
    await page.goTo(results(4))
    await pending(search).answer(foundData(resultRow('B')))
    await page.back()
    expect(page.query('nights')).toBe('3')
    expect(page.store.getState().search.duration).toBe(3)
    expect(to(search).at(-1)?.query.nights).toBe('3')
    await pending(search).answer(foundData(resultRow('A')))
    expect(cards()).toEqual(['Park A'])
  })

  it('unmounted, leaves nothing of a search in the state', async () => {
    const { pending } = server()
    const page = await visit(results())
    page.leave()
    await pending(search).answer(foundData(resultRow('A')))
    await settle()
    const { searchResults, requests } = page.store.getState()
    expect(searchResults.pendingParams).toBeUndefined()
    expect(searchResults).toMatchObject({ results: [], isSearching: false, isWaiting: false })
    expect(requests.SEARCH?.fetching ?? false).toBe(false)
  })
})

describe('the page of all regions', () => {
  const address = `/results/all-regions?${query(3, 'all-regions')}`
  const showAll = async (page: Awaited<ReturnType<typeof visit>>) => {
    await page.user.click(screen.getByRole('button', { name: 'Show all holidays in the UK' }))
    await settle()
  }

  it('shows the list of all holidays again on Back, without another search', async () => {
    const { pending, to } = server()
    const page = await visit(address)
    await showAll(page)
    await pending(search).answer(foundData(resultRow('A')))
    expect(screen.getByRole('heading', { name: 'All holidays in the UK' })).toHaveFocus()
    await page.goTo(park)
    await page.back()
    expect(cards()).toEqual(['Park A'])
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(to(search)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show all holidays in the UK' })).toBeNull()
  })

  it('requests the list again on Back when the page was left before it had arrived', async () => {
    const { pending, to } = server()
    const page = await visit(address)
    await showAll(page)
    await page.goTo(park)
    await page.back()
    expect(to(search)).toHaveLength(2)
    await pending(search, 1).answer(foundData(resultRow('B')))
    await pending(search).answer(foundData(resultRow('A')))
    expect(cards()).toEqual(['Park B'])
  })

  it('shows the list of the newest date when the answers come in reverse order', async () => {
    const { all } = server()
    const page = await visit(address)
    await showAll(page)
    await page.user.click(screen.getByRole('button', { name: /Fri 27th Nov/ }))
    await settle()
    const [first, second] = all(search, 2)
    await second.answer(foundData(resultRow('B')))
    await first.answer(foundData(resultRow('A')))
    expect(cards()).toEqual(['Park B'])
  })

  it('unmounted, leaves nothing of a search in the state', async () => {
    const { pending } = server()
    const page = await visit(address)
    await showAll(page)
    page.leave()
    await pending(search).answer(foundData(resultRow('A')))
    expect(page.store.getState().searchResults).toMatchObject({ results: [], isSearching: false })
    expect(page.store.getState().searchResults.pendingParams).toBeUndefined()
  })
})

describe('a long list of results', () => {
  const many = foundData(
    ...Array.from({ length: 40 }, (_, index) => resultRow(`P${String(index).padStart(2, '0')}`)),
  )

  it('grows when Show more is pressed, and on Back has the same length and scroll position', async () => {
    const { pending, to } = server()
    const page = await visit(results())
    await pending(search).answer(many)
    expect(cards()).toHaveLength(18)
    await page.user.click(screen.getByRole('button', { name: 'Show 18 more' }))
    await settle()
    expect(cards()).toHaveLength(36)
    expect(screen.getByRole('link', { name: /^View Park P18/ })).toHaveFocus()
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 2400 })
    window.dispatchEvent(new Event('scroll'))
    await page.goTo(park)
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 })
    vi.mocked(window.scrollTo).mockClear()
    await page.back()
    expect(cards()).toHaveLength(36)
    expect(to(search)).toHaveLength(1)
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 2400)
    await page.user.click(screen.getByRole('button', { name: 'Show 4 more' }))
    await settle()
    expect(cards()).toHaveLength(40)
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
  })

  it('has its first length again after another search', async () => {
    const { pending } = server()
    const page = await visit(results())
    await pending(search).answer(many)
    await page.user.click(screen.getByRole('button', { name: 'Show 18 more' }))
    await settle()
    await page.goTo(results(4))
    await pending(search).answer(many)
    expect(cards()).toHaveLength(18)
  })
})

describe('the page of all dates', () => {
  const season = (nights: number) => `/results/all-dates?${query(nights)}`
  const availability = '/api/cachedavailability'

  it('requests the prices again on Back when the page was left before they had arrived', async () => {
    const { all } = holdAnswers()
    const page = await visit(season(3))
    await page.goTo('/login')
    await page.back()
    for (const request of all(availability)) await request.answer(prices)
    expect(screen.getByRole('group', { name: 'Week of 23rd November' })).toBeVisible()
  })

  it('shows the nights of the address when the answers come in reverse order, and on Back', async () => {
    const { all } = holdAnswers()
    const page = await visit(season(3))
    await page.goTo(season(4))
    const [first, second] = all(availability, 2)
    await second.answer(prices)
    await first.answer(prices)
    expect(screen.getByText(/From price for 4 nights/)).toBeVisible()
    await page.back()
    expect(screen.getByText(/From price for 3 nights/)).toBeVisible()
    expect(page.query('nights')).toBe('3')
  })

  it('makes no further requests after it is unmounted', async () => {
    const { all, requests } = holdAnswers()
    const page = await visit(season(3))
    const before = requests.length
    page.leave()
    for (const one of all(availability)) await one.answer(prices)
    expect(requests).toHaveLength(before)
  })
})
