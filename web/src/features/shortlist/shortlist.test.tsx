import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShortlistPark } from '../../api/schema'
import { resizeTo } from '../../test/screen'
import { prices } from '../../test/search-page'
import { holdAnswers } from '../../test/held-server'
import { resultRow } from '../../test/search-store'
import { ok } from '../../test/server'
import { visit } from '../../test/visit'
import { sharedParks, sharedPath } from './address'

const park = (parkId: string, more: Partial<ShortlistPark> = {}): ShortlistPark => ({
  parkId,
  name: `Park ${parkId}`,
  slug: 'park',
  channels: ['ukcaravan'],
  regn: '12',
  townId: '',
  town: 'Newquay',
  opId: '',
  lat: '',
  lon: '',
  dogs: 'N',
  features: [],
  sticky: false,
  premium: false,
  images: [],
  fromPrice: '99.00',
  bubbles: '',
  reviewCount: 0,
  regionName: 'Cornwall',
  stay: resultRow(parkId),
  ...more,
})

const stored = () => JSON.parse(localStorage.getItem('shortlist') ?? '[]') as { parkId: string }[]
const keep = (...ids: string[]) =>
  localStorage.setItem(
    'shortlist',
    JSON.stringify(ids.map((parkId) => ({ parkId, name: `Saved ${parkId}`, compared: true }))),
  )
const serveParks = (...parks: ShortlistPark[]) =>
  holdAnswers({
    '/api/cachedavailability': ok(prices),
    '/api/shortlist': ok({ parks }),
  })

beforeEach(() => {
  localStorage.clear()
  resizeTo(1280)
})

describe('the shortlist', () => {
  it('shows saved parks with fresh prices, names those that are gone, and removes one', async () => {
    keep('A', 'GONE')
    const server = serveParks(park('A', { stay: { ...resultRow('A'), price: '349.00' } }))
    const { user } = await visit('/shortlist')
    expect(await screen.findAllByText('£349')).not.toHaveLength(0)
    expect(screen.getAllByText('Saved GONE')[0]).toBeVisible()
    expect(screen.getByText('No longer on sale')).toBeVisible()
    expect(server.to('/api/shortlist')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Remove Saved GONE' }))
    expect(stored().map(({ parkId }) => parkId)).toEqual(['A'])
    expect(screen.getByText(/1 holiday kept/)).toBeVisible()
  })

  it('asks for the prices of the stay that was last searched, in another tab or on another day', async () => {
    keep('A')
    const query = 'channel=ukcaravan&region=13&date=15%2F06%2F2027&nights=7&adults=4&children=1'
    localStorage.setItem('recentSearches', JSON.stringify([{ query, place: 'Devon' }]))
    const server = serveParks(park('A'))
    await visit('/shortlist')
    await waitFor(() => expect(server.to('/api/shortlist')).not.toEqual([]))
    expect(server.to('/api/shortlist').at(-1)?.query).toMatchObject({
      date: '15/06/2027',
      nights: '7',
      adults: '4',
      children: '1',
    })
    const [link] = await screen.findAllByRole('link', { name: /Park A|See prices|View/ })
    expect(new URL((link as HTMLAnchorElement).href).searchParams.get('region')).toBe('12') // its own
  })

  it('says so where a park has no price for the stay', async () => {
    keep('A')
    serveParks(park('A', { stay: undefined }))
    await visit('/shortlist')
    expect(await screen.findAllByText(/No price for your dates/)).toHaveLength(2)
  })

  it('compares in a table: facilities that differ are marked, and can be shown alone', async () => {
    keep('A', 'B')
    serveParks(park('A', { dogs: 'Y', features: [0] }), park('B', { features: [0] }))
    const { user } = await visit('/shortlist')
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
    const dogs = within(table).getByRole('rowheader', { name: /^Dogs welcome/ })
    expect(dogs).toHaveTextContent('Differs')
    expect(dogs.closest('tr')).toHaveTextContent(/YesNo$/)
    const pool = () => within(table).queryByRole('rowheader', { name: 'Indoor pool' })
    expect(pool()?.closest('tr')).toHaveTextContent(/YesYes$/)
    await user.click(screen.getByRole('checkbox', { name: 'Only what differs' }))
    expect(pool()).toBeNull()
    expect(dogs).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Compare Park B' }))
    expect(within(table).getAllByRole('columnheader')).toHaveLength(1)
  })

  it('a park that is gone takes no place in the comparison', async () => {
    keep('GONE', 'A', 'B', 'C')
    const list = JSON.parse(localStorage.getItem('shortlist') ?? '[]') as object[]
    list.push({ parkId: 'D', name: 'Saved D', compared: false })
    localStorage.setItem('shortlist', JSON.stringify(list))
    serveParks(park('A'), park('B'), park('C'), park('D'))
    const { user } = await visit('/shortlist')
    expect(await screen.findByText('5 holidays kept, 3 side by side')).toBeVisible()
    await user.click(screen.getByRole('checkbox', { name: 'Compare Park D' }))
    expect(screen.getByText('5 holidays kept, 4 side by side')).toBeVisible()
    expect(within(screen.getByRole('table')).getAllByRole('columnheader')).toHaveLength(4)
  })

  it('compares how far the sea is, where that is known', async () => {
    keep('A', 'B', 'C')
    serveParks(park('A', { seaMiles: 0 }), park('B', { seaMiles: 12 }), park('C'))
    const { user } = await visit('/shortlist')
    const sea = await screen.findByRole('rowheader', { name: 'Distance to the sea' })
    const cells = within(sea.closest('tr') as HTMLElement).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'About a mile or less',
      'About 12 miles',
      '–Not known',
    ])
    await user.click(screen.getByRole('checkbox', { name: 'Compare Park A' }))
    await user.click(screen.getByRole('checkbox', { name: 'Compare Park B' }))
    expect(screen.queryByRole('rowheader', { name: 'Distance to the sea' })).toBeNull()
  })

  it('is empty for stored data of somebody else, and leads on', async () => {
    localStorage.setItem('shortlist', '{"not": "ours"')
    serveParks()
    await visit('/shortlist')
    expect(await screen.findByText('You have not saved a holiday yet.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Search holidays' })).toHaveAttribute('href', '/')
  })

  it('clears all that is stored for choosing, and can undo it', async () => {
    keep('A')
    localStorage.setItem('recentSearches', JSON.stringify([{ query: 'region=12', place: 'X' }]))
    serveParks(park('A'))
    const { user } = await visit('/shortlist')
    await user.click(await screen.findByRole('button', { name: /^Clear shortlist/ }))
    expect(Object.keys(localStorage)).not.toContain('shortlist')
    expect(Object.keys(localStorage)).not.toContain('recentSearches')
    keep('B') // in another tab
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(stored().map(({ parkId }) => parkId)).toEqual(['B', 'A'])
    expect(Object.keys(localStorage)).toContain('recentSearches')
  })

  it('follows another tab', async () => {
    keep('A')
    serveParks(park('A'))
    await visit('/shortlist')
    expect(await screen.findByText(/1 holiday kept/)).toBeVisible()
    localStorage.removeItem('shortlist')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'shortlist' })))
    expect(screen.getByText('You have not saved a holiday yet.')).toBeVisible()
  })

  it('shows the error of a failed call, with the saved names, and tries again', async () => {
    keep('A')
    const server = holdAnswers({ '/api/cachedavailability': ok(prices) })
    const { user } = await visit('/shortlist')
    await server.pending('/api/shortlist').refuse(500)
    expect(screen.getAllByText('Saved A')[0]).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await server.pending('/api/shortlist').answer({ parks: [park('A')] })
    expect(screen.getAllByText('Park A')).not.toHaveLength(0)
  })
})

describe('a shared shortlist', () => {
  it('is saved as a whole, and says so', async () => {
    serveParks(park('A'), park('B'))
    const { user } = await visit('/shortlist?parks=A,B')
    await user.click(await screen.findByRole('button', { name: 'Save to my shortlist' }))
    expect(screen.getByText('2 holidays saved.')).toBeVisible()
    expect(stored().map(({ parkId }) => parkId)).toEqual(['A', 'B'])
  })

  it('of which nothing is on sale leads on, and offers nothing to save', async () => {
    serveParks()
    await visit('/shortlist?parks=A,B')
    expect(await screen.findByText('2 holidays of this list are no longer on sale.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save to my shortlist' })).toBeNull()
    for (const [name, href] of [
      ['Search holidays', '/'],
      ['Browse by region', '/region/ukcaravan'],
      ['Open my shortlist', '/shortlist'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  })

  it('tells the visitor when the browser stores nothing', async () => {
    serveParks(park('A'))
    const { user } = await visit('/shortlist?parks=A')
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError')
    })
    await user.click(await screen.findByRole('button', { name: 'Save to my shortlist' }))
    expect(screen.getByText(/^Not saved: your browser/)).toBeVisible()
    refuse.mockRestore()
  })

  it('tells the visitor when the browser forbids storage', async () => {
    serveParks(park('A'))
    const forbid = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError')
    })
    const { user } = await visit('/shortlist?parks=A')
    await user.click(await screen.findByRole('button', { name: 'Save to my shortlist' }))
    expect(screen.getByText(/^Not saved: your browser/)).toBeVisible()
    forbid.mockRestore()
  })

  it.each([
    ['?parks=A,B,A', ['A', 'B']],
    ['?parks=A,%3Cscript%3E', ['A']],
    ['?parks=', undefined],
    ['', undefined],
    [`?parks=${'x,'.repeat(600)}`, undefined],
  ])('%s names the parks %j', (query, ids) => {
    expect(sharedParks(query)).toEqual(ids)
  })

  it('has an address with parks and the stay, but not the place of the search', () => {
    const path = sharedPath(['A', 'B'], 'channel=boats&region=12&near=1,2,X&nights=7&adults=2')
    expect(path).toBe('/shortlist?parks=A,B&channel=boats&nights=7&adults=2')
  })
})
