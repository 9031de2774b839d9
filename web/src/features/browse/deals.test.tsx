import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deal, Deals } from '../../api/schema'
import { expectAccessible } from '../../test/axe'
import { holdAnswers } from '../../test/held-server'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { ok } from '../../test/server'
import { settle, visit } from '../../test/visit'
import { dealsAddress, dealsTitle, readDealsQuery } from './deals'

const path = '/api/deals'
const server = () =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/json-files/mega-menu-MT.json': 'no answer',
  })

function deal(parkId: string, changes: Partial<Deal> = {}): Deal {
  return {
    parkId,
    name: `Park ${parkId}`,
    slug: `park-${parkId.toLowerCase()}`,
    channel: 'ukcaravan',
    regn: '12',
    regionName: 'Cornwall',
    town: 'Bude',
    images: [],
    bubbles: '',
    reviewCount: 0,
    date: '27/11/2026',
    nights: 4,
    price: '89.50',
    unitsLeft: 9,
    ...changes,
  }
}

function page(deals: Deal[], changes: Partial<Deals> = {}): Deals {
  const regions = [
    { id: '12', name: 'Cornwall', count: 2, fromPrice: '89.50' },
    { id: '13', name: 'Devon', count: 1, fromPrice: '99.00' },
  ]
  return { deals, count: deals.length, pageCount: 1, regions, ...changes }
}
const links = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])
const cards = () => screen.queryAllByRole('article').map((card) => card.textContent)

beforeEach(() => resizeTo(1280))

describe('last minute deals', () => {
  it('name their park, date and price, and link to the prices of that date', async () => {
    const { pending, to } = server()
    const visited = await visit('/last-minute-deals')
    expect(to(path)[0]?.query).toEqual({ channel: 'ukcaravan', page: '1' })
    await pending(path).answer(page([deal('A', { unitsLeft: 1 }), deal('B', { price: '99.00' })]))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Last Minute Deals')
    expect(cards()).toEqual([
      'ONLY 1 LEFTBudePark AFri 27th Nov, 4 nightsFrom £90',
      'BudePark BFri 27th Nov, 4 nights£99',
    ])
    expect(screen.getByRole('link', { name: 'Park A' }).getAttribute('href')).toBe(
      '/park-result/A/park-a?channel=ukcaravan&region=12&date=27%2F11%2F2026&nights=4&adults=2&children=0&infants=0&dogs=#prices',
    )
    expect(links('Region')).toEqual([
      ['All regions (3)', '/last-minute-deals?channel=ukcaravan', 'true'],
      ['Cornwall (2)', '/last-minute-deals?channel=ukcaravan&region=12', null],
      ['Devon (1)', '/last-minute-deals?channel=ukcaravan&region=13', null],
    ])
    await expectAccessible(visited.container)
  })

  it('are listed by channel, region and page, each with its own address', async () => {
    const { pending, to } = server()
    const visited = await visit('/last-minute-deals?channel=ukcaravan&region=13&page=2')
    expect(to(path)[0]?.query).toEqual({ channel: 'ukcaravan', region: '13', page: '2' })
    await pending(path).answer(page([deal('A')], { count: 30, pageCount: 2 }))
    expect(document.title).toContain('Last Minute Deals: UK Holiday Parks in Devon, page 2')
    expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute(
      'href',
      '/last-minute-deals?channel=ukcaravan&region=13',
    )
    await visited.user.click(screen.getByRole('link', { name: 'Boating Holidays' }))
    await settle()
    expect(visited.address()).toBe('/last-minute-deals?channel=boats')
    expect(to(path)[1]?.query).toEqual({ channel: 'boats', page: '1' })
    await pending(path).answer(page([], { regions: [] }))
    expect(screen.getByText('Nothing is left here for the next four weeks.')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Browse Boating Holidays/ })).toHaveAttribute(
      'href',
      '/region/boats',
    )
  })

  it('have a link to the first page when the page of the address is empty', async () => {
    const { pending } = server()
    await visit('/last-minute-deals?channel=ukcaravan&page=9')
    await pending(path).answer(page([], { count: 3 }))
    expect(screen.getByRole('link', { name: 'Show the first deals' })).toHaveAttribute(
      'href',
      '/last-minute-deals?channel=ukcaravan',
    )
  })

  it('that have ended disappear when the visitor returns to the page', async () => {
    const { pending, to } = server()
    const visited = await visit('/last-minute-deals')
    await pending(path).answer(page([deal('A'), deal('B')]))
    await visited.goTo('/login')
    await visited.back()
    expect(cards()).toHaveLength(2)
    expect(to(path)).toHaveLength(2)
    await pending(path).answer(page([deal('B')]))
    expect(cards()).toEqual(['BudePark BFri 27th Nov, 4 nightsFrom £90'])
  })

  it('are still shown when they cannot be loaded again', async () => {
    const { pending } = server()
    const visited = await visit('/last-minute-deals')
    await pending(path).answer(page([deal('A'), deal('B')]))
    await visited.goTo('/login')
    await visited.back()
    await pending(path).lose()
    expect(cards()).toHaveLength(2)
  })

  it('are not found for an unknown channel, and not requested', async () => {
    const { to } = server()
    await visit('/last-minute-deals?channel=hotels')
    expect(screen.getByText("Sorry, we can't find that page")).toBeVisible()
    expect(to(path)).toEqual([])
  })

  it('can be loaded again after a failure', async () => {
    const { pending } = server()
    const visited = await visit('/last-minute-deals')
    await pending(path).refuse(500)
    await visited.user.click(screen.getByRole('button', { name: 'Retry' }))
    await settle()
    await pending(path).answer(page([deal('A')]))
    expect(cards()).toHaveLength(1)
  })

  it('of a page that the visitor has left do not replace those of the current page', async () => {
    const { pending } = server()
    const visited = await visit('/last-minute-deals')
    const late = pending(path)
    await visited.goTo('/offers')
    expect(pending(path, 1).query.reduced).toBeTruthy()
    await pending(path, 1).answer(page([deal('B', { fullPrice: '129.50' })]))
    await late.answer(page([deal('A')]))
    expect(cards()).toEqual(['SAVE £39.50BudePark BFri 27th Nov, 4 nightsWAS £129.50From £90'])
  })
})

describe('the addresses of deals', () => {
  it('give the same values when they are read again', () => {
    for (const query of [
      { channel: undefined, region: undefined, page: 1 },
      { channel: 'boats', region: undefined, page: 3 },
      { channel: 'ukcaravan', region: '12', page: 1 },
    ]) {
      const address = dealsAddress('late', query)
      expect(readDealsQuery(address.split('?')[1] ?? '')).toEqual(query)
    }
    expect(readDealsQuery('page=0&utm_source=x')).toEqual({ page: 1 })
    expect(dealsTitle('reduced')).toBe('Offers')
    expect(dealsTitle('reduced', 'boats', 'Norfolk Broads')).toBe(
      'Offers: Boating Holidays on the Norfolk Broads',
    )
  })
})
