import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { regionPriceList } from './calendar'
import { byName } from './name-order'
import { NO_ACCOM_FILTERS } from './accom-filters'
import { filterUnits } from './park-units'

const names = ['Zennor', 'Éire', 'west', 'Devon', 'Eden']
const inOrder = ['Devon', 'Eden', 'Éire', 'west', 'Zennor']

// The engine that renders pages on the server has no locales: there, localeCompare compares
// characters.
beforeEach(() => {
  vi.spyOn(String.prototype, 'localeCompare').mockImplementation(function (
    this: string,
    that: string,
  ) {
    return this < that ? -1 : 1
  })
})
afterEach(() => vi.restoreAllMocks())

it('names are sorted without regard to case and accents', () => {
  expect(names.toSorted(byName)).toEqual(inOrder)
})

it('regions of the same price have the same order on the server as in the browser', () => {
  const regions = Object.fromEntries(names.map((name) => [name, { id: name, name, desc: '' }]))
  const prices = new Map(
    names.map((region) => [
      region,
      { date: '17/07/2026', region, cheapestPrice: 99, prices: {}, nights: 3, pets: 'N' },
    ]),
  )
  expect(regionPriceList(prices, regions).map(({ name }) => name)).toEqual(inOrder)
})

it('units sorted by name have the same order on the server as in the browser', () => {
  const units = names.map((name) => ({
    unitId: name,
    unitType: name,
    name,
    unitDesc: name,
    unitPrice: '99.00',
  }))
  const sorted = filterUnits(units, { ...NO_ACCOM_FILTERS, appliedSort: 'nameAsc' })
  expect(sorted.map(({ name }) => name)).toEqual(inOrder)
})
