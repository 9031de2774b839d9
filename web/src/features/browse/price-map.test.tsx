import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PriceMap } from '../../api/schema'
import { expectAccessible } from '../../test/axe'
import { holdAnswers } from '../../test/held-server'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { ok } from '../../test/server'
import { visit } from '../../test/visit'
import { cellsPath, priceMapAddress, readPriceMap } from './price-map'

const path = '/api/pricemap'
const server = () =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/json-files/mega-menu-MT.json': 'no answer',
  })
const map: PriceMap = {
  day: '30/11/2026',
  width: 600,
  height: 990,
  cell: 6,
  land: 'M0 0l9 0 0 9z',
  weeks: [
    { monday: '', upTo: ['89.50', '120.00'] },
    { monday: '07/06/2027', upTo: ['120.00'] },
    { monday: '14/06/2027', upTo: ['89.50', '240.00'] },
  ],
  regions: [
    {
      id: '12',
      name: 'Cornwall',
      cells: [1, 2, 3],
      x: 10,
      y: 15,
      prices: ['120.00', '120.00', '240.00'],
      dates: ['12/06/2027', '12/06/2027', '18/06/2027'],
      channels: ['ukcaravan', 'ukcaravan', 'uklodge'],
    },
    {
      id: '24',
      name: 'Yorkshire',
      cells: [],
      x: 0,
      y: 0,
      prices: ['89.50', '', '89.50'],
      dates: ['14/06/2027', '', '14/06/2027'],
      channels: ['uktouring', '', 'uktouring'],
    },
  ],
}

beforeEach(() => resizeTo(1280))

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('Britain by price', () => {
  it('shows each region with its cheapest stay, and leads to the stays of its day', async () => {
    const { pending, to } = server()
    const visited = await visit('/britain-by-price?nights=7&adults=3&children=0&infants=0&dogs=y')
    expect(to(path).at(-1)?.query).toEqual({
      nights: '7',
      adults: '3',
      children: '0',
      under5s: '0',
      petFriendly: 'Y',
    })
    await pending(path).answer(map)
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Any week')
    expect(rows()).toEqual([
      'YorkshireMon 14th Jun 2027, 7 nights, UK Camping & Touring Parks1£89.50',
      'CornwallSat 12th Jun 2027, 7 nights, UK Holiday Parks2£120',
    ])
    expect(screen.getByRole('link', { name: 'Cornwall: £120' })).toHaveAttribute(
      'href',
      '/results?channel=ukcaravan&region=12&date=12%2F06%2F2027&nights=7&adults=3&children=0&infants=0&dogs=y',
    )
    await expectAccessible(visited.container)
  })

  it('moves over the weeks, and writes the week into the address when the slider rests', async () => {
    const { pending, to } = server()
    const visited = await visit('/britain-by-price')
    await pending(path).answer(map)
    const slider = screen.getByRole('slider', { name: 'Week' })
    fireEvent.change(slider, { target: { value: '1' } })
    expect(slider).toHaveAttribute('aria-valuetext', 'Mon 7th Jun 2027 to Sun 13th Jun 2027')
    expect(rows()).toEqual(['CornwallSat 12th Jun 2027, 7 nights, UK Holiday Parks1£120'])
    expect(screen.getByText('Nothing on sale: Yorkshire.')).toBeVisible()
    expect(visited.address()).toBe('/britain-by-price')
    fireEvent.pointerUp(slider)
    expect(visited.address()).toBe(
      '/britain-by-price?week=07%2F06%2F2027&nights=7&adults=2&children=0&infants=0',
    )
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(
      'Arriving Mon 7th Jun 2027 to Sun 13th Jun 2027',
    )
    expect(to(path)).toHaveLength(1)
  })

  it('asks again for another stay, and says what cannot be asked', async () => {
    const { pending } = server()
    const visited = await visit('/britain-by-price?week=14%2F06%2F2027')
    await pending(path).answer(map)
    expect(rows()[0]).toContain('Yorkshire')
    const user = userEvent.setup()
    await user.selectOptions(screen.getByLabelText('Nights'), '4 nights')
    await user.selectOptions(screen.getByLabelText('Holiday type'), 'UK Lodge Breaks')
    await user.click(screen.getByRole('button', { name: 'Show prices' }))
    expect(visited.address()).toBe(
      '/britain-by-price?week=14%2F06%2F2027&channel=uklodge&nights=4&adults=2&children=0&infants=0',
    )
    await pending(path).refuse(400, 'INVALID_NIGHTS', 'This number of nights is not offered.')
    expect(screen.getByText('This number of nights is not offered.')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('says when nothing is on sale', async () => {
    const { pending } = server()
    await visit('/britain-by-price?nights=14')
    await pending(path).answer({ ...map, weeks: [], regions: [] })
    expect(screen.getByText(/Nothing is on sale for 2 adults and 14 nights/)).toBeVisible()
  })
})

describe('the address of the map', () => {
  it('is read as it is written, and what it cannot be is replaced', () => {
    const address = readPriceMap('week=07/06/2027&channel=boats&nights=3&adults=4&dogs=y')
    expect(readPriceMap(priceMapAddress(address).split('?')[1] ?? '')).toEqual(address)
    expect(readPriceMap('week=soon&channel=eurocaravan&nights=x')).toEqual(readPriceMap(''))
  })

  it('draws runs of cells', () => {
    expect(cellsPath([1, 2, 3, 0, 3, 1], 6)).toBe('M6 12h18v6h-18zM0 18h6v6h-6z')
  })
})
