import { describe, expect, it } from 'vitest'
import {
  dateEntries,
  filterUnits,
  hasAccomFilters,
  nearestEntries,
  noUnitsText,
  showsAlternatives,
} from './park-units'
import { onlyLeftInList, onlyLeftText, savingOf } from './unit-marks'
import { NO_ACCOM_FILTERS, UNIT_SORTS } from './accom-filters'

const unit = (unitId: string, unitPrice: string, unitType = 'G3') => ({
  unitId,
  unitPrice,
  unitType,
  unitDesc: 'Gold',
})
const day = (date: string) => ({ date })
const text = (dateSelected: boolean, alternativeExists: boolean, filtersActive: boolean) =>
  noUnitsText({ dateSelected, alternativeExists, filtersActive })
const types = { G3: { unitType: 'G3', name: 'Gold', bedrooms: 3, bathrooms: 1, features: [0] } }
const results = {
  '20/07/2026': { 3: [unit('c', '90.00')] },
  '17/07/2026': { 3: [unit('a', '100.00'), unit('b', '90.00')], 4: [unit('x', '1.00')] },
}

describe('the entries per arrival date', () => {
  it('[PARK-30] have date, nights, lowestPrice, units and isCheapest', () => {
    const entries = dateEntries(results, 3, types, [])
    expect(
      entries.map(({ date, nights, lowestPrice, isCheapest }) => ({
        date,
        nights,
        lowestPrice,
        isCheapest,
      })),
    ).toEqual([
      { date: '17/07/2026', nights: 3, lowestPrice: '90.00', isCheapest: true },
      { date: '20/07/2026', nights: 3, lowestPrice: '90.00', isCheapest: false },
    ])
  })

  it('compare prices as numbers', () => {
    const entries = dateEntries(
      { '17/07/2026': { 3: [unit('a', '1000.00'), unit('b', '99.00')] } },
      3,
      types,
      [],
    )
    expect(entries[0]?.lowestPrice).toBe('99.00')
  })

  it('[PARK-29] carry the fields of the unit type and the stay', () => {
    expect(dateEntries(results, 3, types, [])[0]?.units[0]).toEqual({
      ...types.G3,
      ...unit('a', '100.00'),
      arrivalDate: '17/07/2026',
      nights: 3,
    })
  })

  it('[PARK-15] omit units that are gone, and dates without units', () => {
    const entries = dateEntries(results, 3, types, ['b', 'c'])
    expect(entries.map(({ date, units }) => [date, units.map(({ unitId }) => unitId)])).toEqual([
      ['17/07/2026', ['a']],
    ])
  })
})

it('[PARK-14] alternatives are shown for more than one date, or for one that is not the selected one', () => {
  expect(showsAlternatives([], '17/07/2026')).toBe(false)
  expect(showsAlternatives([day('17/07/2026')], '17/07/2026')).toBe(false)
  expect(showsAlternatives([day('18/07/2026')], '17/07/2026')).toBe(true)
  expect(showsAlternatives([day('18/07/2026')], undefined)).toBe(true)
  expect(showsAlternatives([day('17/07/2026'), day('18/07/2026')], '17/07/2026')).toBe(true)
})

it('the nearest alternatives are in date order', () => {
  const all = ['10/07/2026', '16/07/2026', '18/07/2026', '30/07/2026'].map((date) => ({ date }))
  expect(nearestEntries(all, '2026-07-17', 3).map(({ date }) => date)).toEqual([
    '10/07/2026',
    '16/07/2026',
    '18/07/2026',
  ])
})

describe('accommodation filters', () => {
  const units = [
    { ...types.G3, ...unit('a', '300.00') },
    { ...types.G3, ...unit('b', '100.00'), name: 'Zinc', bedrooms: 1 },
    { ...types.G3, ...unit('c', '200.00'), name: 'Bronze', features: [] },
  ]
  const ids = (filters: Partial<typeof NO_ACCOM_FILTERS>) =>
    filterUnits(units, { ...NO_ACCOM_FILTERS, ...filters })
      .map(({ unitId }) => unitId)
      .join('')

  it('[FILT-03] sort by price up, price down, name', () => {
    expect(UNIT_SORTS).toEqual(['priceAsc', 'priceDesc', 'nameAsc'])
    expect([ids({}), ids({ appliedSort: 'priceDesc' }), ids({ appliedSort: 'nameAsc' })]).toEqual([
      'bca',
      'acb',
      'cab',
    ])
  })

  it('[FILT-02] narrow by features, price, bedrooms and bathrooms', () => {
    expect(ids({ filtersStateArray: [0] })).toBe('ba')
    expect(ids({ rangeSliderMin: 150, rangeSliderMax: 250 })).toBe('c')
    expect(ids({ bedrooms: 2 })).toBe('ca')
    expect(ids({ bathrooms: 2 })).toBe('')
  })

  it('are active when one of them differs from its default', () => {
    expect(hasAccomFilters(NO_ACCOM_FILTERS)).toBe(false)
    expect(hasAccomFilters({ ...NO_ACCOM_FILTERS, appliedSort: 'nameAsc' })).toBe(false)
    for (const change of [
      { bedrooms: 1 },
      { bathrooms: 1 },
      { rangeSliderMin: 1 },
      { rangeSliderMax: 999 },
      { filtersStateArray: [0] },
    ]) {
      expect(hasAccomFilters({ ...NO_ACCOM_FILTERS, ...change })).toBe(true)
    }
  })
})

describe('without units the text', () => {
  it('[PARK-17] suggests an alternative date and the filters', () => {
    expect(text(true, true, true)).toBe(
      'There are no results available for your chosen date. Please choose an alternative date from the list above or amend your filters.',
    )
  })
  it('[PARK-18] suggests filters, date or duration', () => {
    for (const [date, alternative] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      expect(text(date, alternative, true)).toBe(
        'No results available - please amend your filters, date or duration.',
      )
    }
  })
  it('[PARK-19] suggests an alternative date', () => {
    expect(text(true, true, false)).toBe(
      'There are no results available for your chosen date. Please choose an alternative date from the list above.',
    )
  })
  it('[PARK-20] suggests the search', () => {
    for (const [date, alternative] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      expect(text(date, alternative, false)).toBe(
        'No results found. Please try adjusting your search above.',
      )
    }
  })
})

it('a saving needs an earlier price above the present one', () => {
  expect(savingOf({ unitPrice: '349.00', fullPrice: '439.00' })).toBe(9000)
  expect(savingOf({ unitPrice: '349.00', fullPrice: '349.00' })).toBeUndefined()
  expect(savingOf({ unitPrice: '349.00' })).toBeUndefined()
})

it('the number left is shown only for 1 to 5', () => {
  expect([undefined, 0, 1, 5, 6].map(onlyLeftText)).toEqual([
    undefined,
    undefined,
    'ONLY 1 LEFT',
    'ONLY 5 LEFT',
    undefined,
  ])
})

it('[OP-PARK-3a] lists tell of 1 and 2 units left only', () => {
  expect([undefined, 0, 1, 2, 3].map(onlyLeftInList)).toEqual([
    undefined,
    undefined,
    'ONLY 1 LEFT',
    'ONLY 2 LEFT',
    undefined,
  ])
})
