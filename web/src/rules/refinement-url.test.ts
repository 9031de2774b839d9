import { describe, expect, it } from 'vitest'
import { NO_ACCOM_FILTERS } from './accom-filters'
import { accomToQuery, queryToAccom, queryToResults, resultsToQuery } from './refinement-url'

const read = (query: string) => new URLSearchParams(query)

describe('[OP-FILT-3a] sort and filters in an address', () => {
  const results = {
    resultsAppliedSort: 'priceDesc',
    rangeSliderMin: 100,
    rangeSliderMax: 300,
    nFiltersStateArray: [2, 0],
  } as const

  it('are those that were written', () => {
    const query = resultsToQuery({ ...results, nFiltersStateArray: [2, 0] }, [0, 0])
    expect(query).toBe('&sort=priceDesc&price=100-300&atleast=2%2C0')
    expect(queryToResults(read(query), [0, 0])).toEqual(results)
    const accom = {
      filtersStateArray: [3, 7],
      rangeSliderMin: 0,
      rangeSliderMax: 450,
      appliedSort: 'nameAsc',
      bedrooms: 2,
      bathrooms: 1,
    } as const
    const units = accomToQuery({ ...accom, filtersStateArray: [3, 7] })
    expect(units).toBe(
      '&unitsort=nameAsc&unitprice=0-450&unitfeatures=3%2C7&bedrooms=2&bathrooms=1',
    )
    expect(queryToAccom(read(units))).toEqual(accom)
  })

  it('are not written when nothing is chosen', () => {
    const none = queryToResults(read(''), [0, 0])
    expect(none).toEqual({
      resultsAppliedSort: 'date',
      rangeSliderMin: 0,
      rangeSliderMax: 1000,
      nFiltersStateArray: [0, 0],
    })
    expect(resultsToQuery(none, [0, 0])).toBe('')
    expect(accomToQuery(NO_ACCOM_FILTERS)).toBe('')
  })

  it.each([
    'sort=price&price=300-100&atleast=x',
    'price=0-9999',
    'price=-5-10',
    'atleast=1,,2',
    'sort=',
  ])('are the defaults when invalid: %s', (query) => {
    expect(queryToResults(read(query), [0])).toEqual(queryToResults(read(''), [0]))
  })

  it.each(['unitsort=date&unitprice=a&unitfeatures=-1', 'bedrooms=two&bathrooms=-1'])(
    'of units are the defaults when invalid: %s',
    (query) => {
      expect(queryToAccom(read(query))).toEqual(NO_ACCOM_FILTERS)
    },
  )
})
