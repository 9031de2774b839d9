import { describe, expect, it } from 'vitest'
import { homeVisited } from '../page'
import { NO_ACCOM_FILTERS } from '../../rules/accom-filters'
import * as filters from './filters'
import { resetOffers, setOffers, toggleOffer } from './offers'
import { stateReset } from './search-results-slice'
import { startSearch } from './run'
import { selectChosenFilters, selectShownResults } from './result-selectors'
import { selectAllFilters } from './selectors'
import { found, resultRow, searchStore, serve } from '../../test/search-store'

const state = (store: ReturnType<typeof searchStore>) => store.getState().filters

describe('results filters', () => {
  it('[FILT-07] [FILT-09] have these fields in the state', () => {
    expect(Object.keys(state(searchStore())).toSorted()).toEqual([
      'accom',
      'bFiltersStateArray',
      'nFiltersDefaultArray',
      'nFiltersStateArray',
      'petFriendlySelected',
      'rangeSliderMax',
      'rangeSliderMin',
      'resultsAppliedSort',
    ])
    expect(Object.keys(state(searchStore()).accom).toSorted()).toEqual([
      'appliedSort',
      'bathrooms',
      'bedrooms',
      'filtersStateArray',
      'rangeSliderMax',
      'rangeSliderMin',
    ])
  })

  it('[FILT-12] switch a feature on and off', () => {
    const store = searchStore()
    store.dispatch(filters.toggleFilter(1))
    expect(state(store).bFiltersStateArray).toEqual([1])
    store.dispatch(filters.toggleFilter(1))
    expect(state(store).bFiltersStateArray).toEqual([])
  })

  it('[FILT-14] stay chosen when they are added twice', () => {
    const store = searchStore()
    store.dispatch(filters.addFilter(1))
    store.dispatch(filters.addFilter(1))
    store.dispatch(filters.setNumericFilter({ index: 0, value: 2 }))
    store.dispatch(filters.setNumericFilter({ index: 0, value: 2 }))
    expect(state(store)).toMatchObject({ bFiltersStateArray: [1], nFiltersStateArray: [2] })
  })

  it('[FILT-15] switch, and set, the filter for pets', () => {
    const store = searchStore()
    store.dispatch(filters.togglePets())
    expect(state(store).petFriendlySelected).toBe(true)
    store.dispatch(filters.setPets(true))
    expect(state(store).petFriendlySelected).toBe(true)
    store.dispatch(filters.setPets(false))
    expect(state(store).petFriendlySelected).toBe(false)
  })

  it('[FILT-16] keep the lowest and the highest price between 0 and the cap, and in order', () => {
    const store = searchStore()
    store.dispatch(filters.updateMinPrice(-20))
    store.dispatch(filters.updateMaxPrice(5000))
    expect(state(store)).toMatchObject({ rangeSliderMin: 0, rangeSliderMax: 1000 })
    store.dispatch(filters.updateMaxPrice(300))
    store.dispatch(filters.updateMinPrice(400))
    expect(state(store)).toMatchObject({ rangeSliderMin: 300, rangeSliderMax: 300 })
  })

  it('[FILT-17] [FILT-08] have a sort, by date at first', () => {
    const store = searchStore()
    expect(state(store).resultsAppliedSort).toBe('date')
    store.dispatch(filters.setResultsSort('priceDesc'))
    expect(state(store).resultsAppliedSort).toBe('priceDesc')
  })

  it('[FILT-19] are reset without the accommodation filters, and keep the numeric defaults', () => {
    const store = searchStore()
    const before = state(store)
    store.dispatch(filters.addFilter(1))
    store.dispatch(filters.setNumericFilter({ index: 0, value: 3 }))
    store.dispatch(filters.updateMinPrice(100))
    store.dispatch(filters.setBedrooms(2))
    store.dispatch(filters.resetFilters(true))
    expect(state(store)).toEqual({
      ...before,
      petFriendlySelected: true,
      accom: { ...before.accom, bedrooms: 2 },
    })
    expect(state(store).nFiltersDefaultArray).toEqual([0])
  })

  it('[FILT-20] are reset together with the accommodation filters', () => {
    const store = searchStore()
    const before = state(store)
    store.dispatch(filters.addFilter(1))
    store.dispatch(filters.setBedrooms(2))
    store.dispatch(filters.setNumericFilter({ index: 0, value: 2 }))
    store.dispatch(filters.updateMinPrice(100))
    store.dispatch(filters.updateMaxPrice(500))
    store.dispatch(filters.setResultsSort('priceDesc'))
    store.dispatch(filters.setPets(true))
    store.dispatch(filters.resetAllFilters(false))
    expect(state(store)).toEqual(before)
  })

  it('[FILT-22] have as many numeric filters as init says, with its default value', () => {
    expect(state(searchStore())).toMatchObject({
      nFiltersStateArray: [0],
      nFiltersDefaultArray: [0],
    })
  })

  it('are reset by a visit to the home page', () => {
    const store = searchStore()
    const before = state(store)
    store.dispatch(filters.addFilter(1))
    store.dispatch(filters.toggleAccomFilter(1))
    store.dispatch(homeVisited())
    expect(state(store)).toEqual(before)
  })

  it('keep only features after a new search', () => {
    const store = searchStore()
    store.dispatch(filters.addFilter(1))
    store.dispatch(filters.updateMinPrice(100))
    store.dispatch(filters.setResultsSort('priceAsc'))
    store.dispatch(filters.setBathrooms(2))
    store.dispatch(stateReset())
    expect(state(store)).toMatchObject({
      bFiltersStateArray: [1],
      rangeSliderMin: 0,
      resultsAppliedSort: 'date',
      accom: NO_ACCOM_FILTERS,
    })
  })
})

describe('accommodation filters', () => {
  it('[FILT-13] [FILT-18] switch features and set the numbers of rooms', () => {
    const store = searchStore()
    store.dispatch(filters.toggleAccomFilter(1))
    store.dispatch(filters.setBedrooms(2))
    store.dispatch(filters.setBathrooms(1))
    expect(state(store).accom).toMatchObject({ filtersStateArray: [1], bedrooms: 2, bathrooms: 1 })
    store.dispatch(filters.toggleAccomFilter(1))
    expect(state(store).accom.filtersStateArray).toEqual([])
  })
})

describe('offers', () => {
  it('[FILT-10] are listed by label', () => {
    expect(
      searchStore()
        .getState()
        .data.filterList.offersData.map(({ offer }) => offer),
    ).toEqual(['Early booking', 'Kids go free'])
  })

  it('[FILT-11] [FILT-21] are set, toggled and reset', () => {
    const store = searchStore()
    const chosen = () => store.getState().offers.selectedOffers
    store.dispatch(setOffers(['OFF1', 'OFF2']))
    store.dispatch(toggleOffer('OFF1'))
    expect(chosen()).toEqual(['OFF2'])
    store.dispatch(toggleOffer('OFF1'))
    expect(chosen()).toEqual(['OFF2', 'OFF1'])
    store.dispatch(resetOffers())
    expect(chosen()).toEqual([])
  })
})

it('[FILT-06] group 5 exists even when the server has none, and contains the operators', () => {
  const store = searchStore()
  expect(store.getState().data.filterList.filterGroups['5']).toBeDefined()
  expect(selectAllFilters(store.getState()).slice(3)).toMatchObject([
    { id: 3, group: '5', opId: 'HAV' },
    { id: 4, group: '5', opId: 'PRK' },
  ])
})

it('the chosen offers narrow the results', async () => {
  serve({
    '/api/search': [
      found(
        resultRow('A', { features: [1] }),
        resultRow('B', { opId: 'PRK' }),
        resultRow('C', { features: [1], price: '90.00' }),
      ),
    ],
  })
  const store = searchStore()
  await store.dispatch(startSearch())
  const shown = () =>
    selectShownResults(store.getState())
      .map(({ parkId }) => parkId)
      .join('')
  expect(shown()).toBe('CAB')
  store.dispatch(filters.setFilters([1, 3, 99, 2]))
  expect(selectChosenFilters(store.getState())).toMatchObject({ features: [1], operators: ['HAV'] })
  expect(shown()).toBe('CA')
  store.dispatch(filters.setResultsSort('priceDesc'))
  expect(shown()).toBe('AC')
})
