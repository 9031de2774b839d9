import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedFilters, withOperators } from './filter-list'
import {
  filterCounts,
  filterRows,
  passingRows,
  rowFailures,
  priceHistogram,
  sliderEnd,
  sortRows,
  type ChosenFilters,
  type ResultRowLike,
} from './filters'
import { RESULT_SORTS } from './result-sorts'
import { isPriceWithin } from './price-range'

const nothing: ChosenFilters = {
  features: [],
  operators: [],
  offers: [],
  numeric: [],
  pets: false,
  priceMin: 0,
  priceMax: 1000,
}
const rows: fc.Arbitrary<ResultRowLike[]> = fc.array(
  fc.record({
    parkId: fc.uuid(),
    name: fc.constantFrom('A', 'B', 'C'),
    opId: fc.constantFrom('HAV', 'PRK', 'TERN'),
    price: fc.integer({ min: 1, max: 200_000 }).map((pence) => (pence / 100).toFixed(2)),
    date: fc.constantFrom('14/07/2026', '17/07/2026', '20/07/2026', '18/07/2026'),
    features: fc.uniqueArray(fc.nat(3)),
    nFeatures: fc.record({ 24: fc.integer({ min: 1, max: 4 }) }),
    offers: fc.uniqueArray(fc.constantFrom('O1', 'O2')),
    dogs: fc.constantFrom('Y', 'N'),
  }),
  { maxLength: 30 },
)
const choices: fc.Arbitrary<ChosenFilters> = fc.record({
  features: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  operators: fc.uniqueArray(fc.constantFrom('HAV', 'PRK'), { maxLength: 2 }),
  offers: fc.uniqueArray(fc.constantFrom('O1', 'O2'), { maxLength: 2 }),
  numeric: fc.array(
    fc.record({ id: fc.constant(24), compare: fc.constant('>='), value: fc.nat(4) }),
    { maxLength: 1 },
  ),
  pets: fc.boolean(),
  priceMin: fc.integer({ min: 0, max: 500 }),
  priceMax: fc.integer({ min: 500, max: 1000 }),
})

it('[FILT-04] [FILT-05] a loaded filter has its index for id and its type by compare', () => {
  expect(
    typedFilters([
      { name: 'Pool', group: '1' },
      { name: 'Bedrooms', group: '2', compare: '>=' },
    ]),
  ).toEqual([
    { name: 'Pool', group: '1', id: 0, type: 'bFilt' },
    { name: 'Bedrooms', group: '2', compare: '>=', id: 1, type: 'nFilt' },
  ])
})

it('operators come after the loaded filters, in group 5', () => {
  const filters = withOperators(typedFilters([{ name: 'Pool', group: '1' }]), [
    { opId: 'HAV', name: 'Haven' },
  ])
  expect(filters[1]).toEqual({ id: 1, type: 'bFilt', name: 'Haven', group: '5', opId: 'HAV' })
})

describe('filtering', () => {
  it('keeps a row that has all features, one of the operators and offers, and meets the rest', () => {
    fc.assert(
      fc.property(rows, choices, (all, chosen) => {
        const kept = new Set(filterRows(all, chosen))
        for (const row of all) {
          const pounds = Number(row.price)
          const expected =
            chosen.features.every((id) => row.features?.includes(id)) &&
            (chosen.operators.length === 0 || chosen.operators.includes(row.opId)) &&
            (chosen.offers.length === 0 ||
              chosen.offers.some((urn) => row.offers?.includes(urn))) &&
            chosen.numeric.every(({ value }) => (row.nFeatures?.['24'] ?? 0) >= value) &&
            (!chosen.pets || row.dogs === 'Y') &&
            pounds >= chosen.priceMin &&
            (chosen.priceMax >= 1000 || pounds <= chosen.priceMax)
          expect(kept.has(row)).toBe(expected)
        }
      }),
    )
  })

  it('counts for each option the results if it were chosen', () => {
    const plus = <T>(list: readonly T[], item: T) => (list.includes(item) ? list : [...list, item])
    fc.assert(
      fc.property(rows, choices, (all, chosen) => {
        const counts = filterCounts(all, chosen)
        const left = (change: Partial<ChosenFilters>) =>
          filterRows(all, { ...chosen, ...change }).length
        for (const id of [0, 1, 2, 3])
          expect(counts.feature(id)).toBe(left({ features: plus(chosen.features, id) }))
        for (const opId of new Set(all.map((row) => row.opId))) {
          expect(counts.operator(opId)).toBe(left({ operators: plus(chosen.operators, opId) }))
        }
        for (const urn of ['O1', 'O2'])
          expect(counts.offer(urn)).toBe(left({ offers: plus(chosen.offers, urn) }))
        expect(counts.pets).toBe(left({ pets: true }))
      }),
    )
  })

  it('has no upper limit at the cap of the slider', () => {
    expect(isPriceWithin('2500.00', 0, 1000)).toBe(true)
    expect(isPriceWithin('999.01', 0, 999)).toBe(false)
    expect(isPriceWithin('999.00', 999, 999)).toBe(true)
    expect(isPriceWithin('', 0, 1000)).toBe(false)
  })

  it('finds the same rows from what each row fails', () => {
    fc.assert(
      fc.property(rows, choices, (all, chosen) => {
        const failed = rowFailures(all, chosen)
        expect(passingRows(all, failed)).toEqual(filterRows(all, chosen))
        expect(passingRows(all, failed, true)).toEqual(
          filterRows(all, { ...chosen, priceMin: 0, priceMax: Infinity }),
        )
      }),
    )
  })

  it('keeps everything if nothing is chosen', () => {
    fc.assert(
      fc.property(rows, (all) => {
        expect(filterRows(all, nothing)).toEqual(all)
      }),
    )
  })
})

describe('sorting', () => {
  const row = (name: string, date: string, price: string): ResultRowLike => ({
    parkId: name,
    name,
    opId: '',
    price,
    date,
    dogs: 'N',
  })
  const list = [
    row('C', '20/07/2026', '100.00'),
    row('B', '14/07/2026', '200.00'),
    row('A', '17/07/2026', '300.00'),
    row('D', '17/07/2026', '99.50'),
  ]
  const names = (sort: (typeof RESULT_SORTS)[number]) =>
    sortRows(list, sort, '17/07/2026')
      .map(({ name }) => name)
      .join('')

  it('[FILT-08] knows date, priceAsc and priceDesc, date first', () =>
    expect(RESULT_SORTS).toEqual(['date', 'priceAsc', 'priceDesc']))

  it('by date: distance from the requested date, the earlier first, then price', () =>
    expect(names('date')).toBe('DABC'))
  it('by price: in both directions', () => {
    expect(names('priceAsc')).toBe('DCBA')
    expect(names('priceDesc')).toBe('ABCD')
  })
  it('by date sorts by distance if there is a point, with unknown positions last', () => {
    const at = (lat: string) => ({ lat, lon: lat && '-5.0' })
    const [c, b, a, d] = list
    const placed = [
      { ...c, ...at('50.2') },
      { ...b, ...at('') },
      { ...a, ...at('50.1') },
      { ...d, ...at('') },
    ] as ResultRowLike[]
    const near = { lat: 50, lon: -5 }
    const sorted = (sort: (typeof RESULT_SORTS)[number]) =>
      sortRows(placed, sort, '17/07/2026', near)
        .map(({ name }) => name)
        .join('')
    expect(sorted('date')).toBe('ACDB')
    expect(sorted('priceAsc')).toBe('DCBA')
  })
  it('loses and invents nothing', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...RESULT_SORTS), (all, sort) => {
        expect(new Set(sortRows(all, sort, '17/07/2026'))).toEqual(new Set(all))
      }),
    )
  })
})

it('the histogram counts every price once', () => {
  expect(
    priceHistogram(
      [{ price: '0.00' }, { price: '99.99' }, { price: '100.00' }, { price: '5000.00' }],
      10,
    ),
  ).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 1])
})

it('a price slider ends at the dearest result in whole steps, at most at the cap', () => {
  const rows = (...prices: string[]) => prices.map((price) => ({ price }))
  expect(sliderEnd(rows('99.00', '431.50'), 10)).toBe(440)
  expect(sliderEnd(rows('440.00'), 10)).toBe(440)
  expect(sliderEnd(rows('99.00', '2450.00'), 10)).toBe(1000)
  expect(sliderEnd([], 10)).toBe(1000)
})
