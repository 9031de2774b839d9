import { describe, expect, it } from 'vitest'
import { homeVisited } from '../page'
import { availabilityCall } from '../catalogue'
import { isArrivalPickable } from '../../rules/calendar'
import type { MinPrices } from '../../rules/price-lookup'
import { resetRegion, chooseChannel } from './address'
import { loadCachedAvailability } from './availability'
import * as form from './form'
import {
  selectArrivalRules,
  selectCanSearch,
  selectIsRegionValid,
  selectPlaceLabel,
  selectPriceCalendar,
  selectRegionList,
} from './selectors'
import { searchStore, serve } from '../../test/search-store'

const formOf = (store: ReturnType<typeof searchStore>) => store.getState().search
/** The action by which prices of Cornwall (region 12) arrive. */
function pricesLoaded(nightsOptions: Record<string, number[]>, minprices = {}) {
  const params = { channel: 'ukcaravan', region: '12', nights: 3 }
  const data = {
    minprices,
    minparkprices: {},
    months: ['2026-11', '2027-03'],
    latedeals: [],
    nightsOptions,
  }
  return availabilityCall.success(data, { id: availabilityCall.idOf(params), attempt: 1, params })
}

describe('the initial search form has', () => {
  const state = formOf(searchStore())
  it('[SRCH-32] [SRCH-33] [SRCH-34] ukcaravan, all regions and no park', () => {
    expect(state).toMatchObject({ channelId: 'ukcaravan', regionId: 'all-regions' })
    expect(state.parkId).toBeUndefined()
  })
  it('[CHAN-02] the default channel', () => expect(state.channelId).toBe('ukcaravan'))
  it('[SRCH-35] [SRCH-41] the day after the server’s date as arrival, at midnight, and its month', () => {
    expect(state.arrivalDate).toBe('2026-11-22T00:00:00.000Z')
    expect(state.month).toBe('2026-11')
  })
  it('[SRCH-36] a duration of 3 nights', () => expect(state.duration).toBe(3))
  it('[SRCH-37] [SRCH-38] 2 adults only', () => {
    expect([state.adults, state.children, state.under5s]).toEqual([2, 0, 0])
  })
  it('[SRCH-40] [SRCH-42] defaults in its other fields', () => {
    expect(state).toMatchObject({
      isArrivalDateAvailable: true,
      searchNeeded: false,
      partySizeModal: false,
      cottageDates: [],
      isPartyInvalid: false,
      petFriendly: false,
    })
  })
})

describe('near a point', () => {
  const near = { name: 'BS1', lat: 51.45, lon: -2.59 }
  const params = { channel: 'ukcaravan', region: '12@51.45,-2.59', nights: 3 }
  const answer = (minprices: object, nightsOptions: Record<string, number[]>) =>
    availabilityCall.success(
      {
        minprices: minprices as MinPrices,
        minparkprices: {},
        months: ['2026-11', '2027-03'],
        latedeals: [],
        nightsOptions,
      },
      { id: availabilityCall.idOf(params), attempt: 1, params },
    )
  const on = (date: string, price: number) => ({ [date]: { '3': { N: { '2': price } } } })
  const searchNear = () => {
    const store = searchStore()
    const own = { '12': on('24/11/2026', 129) }
    store.dispatch(pricesLoaded({ '12': [3, 4] }, own))
    store.dispatch(form.nearChosen({ channelId: 'ukcaravan', regionId: '12', near }))
    return store
  }
  const days = (store: ReturnType<typeof searchStore>) =>
    selectPriceCalendar(store.getState()).map(({ date, price }) => [date, price])

  it('the calendar and the nights are those of the parks beyond the border, too', () => {
    const store = searchNear()
    const pickable = (day: string) => isArrivalPickable(day, selectArrivalRules(store.getState()))
    expect(days(store)).toEqual([['24/11/2026', 129]])
    expect(pickable('2026-11-25')).toBe(true) // until the prices near the point are loaded
    const place = '12@51.45,-2.59'
    store.dispatch(
      answer(
        { [place]: { ...on('24/11/2026', 119), ...on('26/11/2026', 99) } },
        { '12': [3, 4], [place]: [3, 4, 7] },
      ),
    )
    expect(days(store)).toEqual([
      ['24/11/2026', 119],
      ['26/11/2026', 99],
    ])
    expect([pickable('2026-11-25'), pickable('2026-11-26')]).toEqual([false, true])
    expect(formOf(store).availableDurations).toEqual([3, 4, 7])
    store.dispatch(form.regionChosen('12'))
    expect(days(store)).toEqual([['24/11/2026', 129]])
    expect(formOf(store).availableDurations).toEqual([3, 4])
  })

  it('a point without parks beyond the border has those of its region', () => {
    const store = searchNear()
    store.dispatch(answer({ '12': on('24/11/2026', 129) }, { '12': [3, 4] }))
    expect(days(store)).toEqual([['24/11/2026', 129]])
    expect(isArrivalPickable('2026-11-25', selectArrivalRules(store.getState()))).toBe(false)
    expect(formOf(store).availableDurations).toEqual([3, 4])
  })

  it('asks for the prices near the visitor by a rounded position only', async () => {
    const store = searchNear()
    store.dispatch(
      form.nearChosen({
        channelId: 'ukcaravan',
        regionId: '12',
        near: { name: 'you', lat: 50.352, lon: -5.101, own: true },
      }),
    )
    const { to } = serve({ '/api/cachedavailability': [{ data: {} }] })
    await store.dispatch(loadCachedAvailability())
    expect(to('/api/cachedavailability')).toMatchObject([{ region: '12@50.25,-5' }])
  })
})

describe('actions of the form', () => {
  it('[SRCH-56] select a channel, a region, and both together', () => {
    const store = searchStore()
    store.dispatch(form.regionChosen('12'))
    expect(formOf(store).regionId).toBe('12')
    store.dispatch(chooseChannel('uklodge'))
    expect(formOf(store)).toMatchObject({ channelId: 'uklodge', regionId: '41' })
    store.dispatch(form.channelAndRegionChosen({ channelId: 'boats', regionId: '80' }))
    expect(formOf(store)).toMatchObject({ channelId: 'boats', regionId: '80' })
  })

  it('[SRCH-57] select date, duration, party and pets', () => {
    const store = searchStore()
    store.dispatch(form.dateChosen('2027-07-16'))
    store.dispatch(form.durationChosen(7))
    store.dispatch(form.adultsChosen(3))
    store.dispatch(form.childrenChosen(2))
    store.dispatch(form.under5sChosen(1))
    store.dispatch(form.petFriendlyChosen(true))
    expect(formOf(store)).toMatchObject({
      arrivalDate: '2027-07-16T00:00:00.000Z',
      month: '2027-07',
      duration: 7,
      adults: 3,
      children: 2,
      under5s: 1,
      petFriendly: true,
    })
    expect(form.partyOf(formOf(store))).toEqual({
      adults: 3,
      children: 2,
      under5s: 1,
      partySize: 6,
      petFriendly: true,
    })
  })

  it('[SRCH-58] store cottage dates and reset the arrival', () => {
    const store = searchStore()
    store.dispatch(form.dateChosen('2027-07-16'))
    store.dispatch(form.storeCottageDates(['18/07/2027']))
    store.dispatch(form.resetArrival())
    expect(formOf(store)).toMatchObject({
      cottageDates: ['18/07/2027'],
      arrivalDate: '2026-11-22T00:00:00.000Z',
      month: '2026-11',
    })
  })

  it('[SRCH-59] raise adults to the default only if there are none', () => {
    const store = searchStore()
    store.dispatch(form.adultsChosen(0))
    store.dispatch(form.increaseAdultsIfNone())
    expect(formOf(store).adults).toBe(2)
    store.dispatch(form.adultsChosen(1))
    store.dispatch(form.increaseAdultsIfNone())
    expect(formOf(store).adults).toBe(1)
  })

  it('choose a park with its region; choosing a region removes the park', () => {
    const store = searchStore()
    store.dispatch(form.parkChosen({ parkId: 'HV101', name: 'Gannet Sands', regionId: '12' }))
    expect(formOf(store)).toMatchObject({ parkId: 'HV101', regionId: '12' })
    expect(selectPlaceLabel(store.getState())).toBe('Gannet Sands')
    store.dispatch(form.regionChosen('13'))
    expect(formOf(store).parkId).toBeUndefined()
    expect(selectPlaceLabel(store.getState())).toBe('Devon')
  })

  it('reset the place in two steps', () => {
    const store = searchStore()
    store.dispatch(form.channelAndRegionChosen({ channelId: 'uklodge', regionId: '41' }))
    store.dispatch(resetRegion())
    expect(formOf(store)).toMatchObject({ channelId: 'ukcaravan', regionId: '12' })
    store.dispatch(resetRegion())
    expect(formOf(store).regionId).toBe('all-regions')
  })

  it('[ROUTE-02] visiting home resets the form to its defaults', () => {
    const store = searchStore()
    const before = formOf(store)
    store.dispatch(form.channelAndRegionChosen({ channelId: 'uklodge', regionId: '41' }))
    store.dispatch(form.dateChosen('2027-07-16'))
    store.dispatch(form.durationChosen(14))
    store.dispatch(homeVisited())
    expect(formOf(store)).toEqual(before)
  })
})

describe('the party of a boat', () => {
  it('[SRCH-74] is checked whenever channel or adults change', () => {
    const store = searchStore()
    store.dispatch(form.adultsChosen(1))
    expect(formOf(store).isPartyInvalid).toBe(false)
    store.dispatch(chooseChannel('boats'))
    expect(formOf(store)).toMatchObject({ isPartyInvalid: true, adults: 1 })
    store.dispatch(form.adultsChosen(2))
    expect(formOf(store).isPartyInvalid).toBe(false)
    store.dispatch(form.adultsChosen(1))
    store.dispatch(chooseChannel('ukcaravan'))
    expect(formOf(store).isPartyInvalid).toBe(false)
  })
})

describe('durations', () => {
  it('[AVAIL-02] [AVAIL-10] follow channel and region', () => {
    const store = searchStore()
    expect(formOf(store).availableDurations).toEqual([2, 3, 4, 7, 10, 11, 14])
    store.dispatch(pricesLoaded({ '12': [4, 7], 'all-regions': [3, 4, 7] }))
    expect(formOf(store).availableDurations).toEqual([3, 4, 7])
    store.dispatch(form.regionChosen('12'))
    expect(formOf(store).availableDurations).toEqual([4, 7])
    store.dispatch(chooseChannel('uklodge'))
    expect(formOf(store).availableDurations).toEqual([2, 3, 4, 5, 6, 7, 10, 11, 14])
  })

  it('[AVAIL-09] a duration that is not in the list is invalid', () => {
    const store = searchStore()
    store.dispatch(chooseChannel('uklodge'))
    store.dispatch(form.durationChosen(9))
    expect(form.isDurationAvailable(formOf(store))).toBe(false)
    store.dispatch(form.durationChosen(10))
    expect(form.isDurationAvailable(formOf(store))).toBe(true)
  })
})

describe('a search is possible', () => {
  const canSearchAfter = (change: (store: ReturnType<typeof searchStore>) => void) => {
    const store = searchStore()
    change(store)
    return selectCanSearch(store.getState())
  }
  it('[SRCH-26] with the initial form', () => expect(canSearchAfter(() => {})).toBe(true))
  it('[SRCH-22] [SRCH-71] not without a date', () =>
    expect(canSearchAfter((store) => store.dispatch(form.dateChosen(undefined)))).toBe(false))
  it('[SRCH-23] not with a duration that is unavailable', () => {
    expect(canSearchAfter((store) => store.dispatch(form.durationChosen(5)))).toBe(false)
  })
  it('[SRCH-24] not with an invalid party', () => {
    expect(
      canSearchAfter((store) => {
        store.dispatch(chooseChannel('boats'))
        store.dispatch(form.adultsChosen(1))
      }),
    ).toBe(false)
  })
  it('[SRCH-25] not with an invalid place', () => {
    const store = searchStore()
    store.dispatch(form.channelAndRegionChosen({ channelId: 'uklodge', regionId: 'all-regions' }))
    expect(selectIsRegionValid(store.getState())).toBe(false)
    expect(selectCanSearch(store.getState())).toBe(false)
  })
})

it('[CHAN-12] [SRCH-78] the Where list of ukcaravan is all of the UK, then its regions', () => {
  expect(selectRegionList(searchStore().getState()).map(({ name }) => name)).toEqual([
    'All of the UK',
    'Cornwall',
    'Devon',
  ])
})

it('[CAL-10] no arrival day can be chosen before the prices of region and nights are loaded', () => {
  const store = searchStore()
  store.dispatch(form.regionChosen('12'))
  expect(selectArrivalRules(store.getState()).dataAvailable).toBe(false)
  store.dispatch(
    pricesLoaded({ '12': [3] }, { '12': { '24/11/2026': { '3': { N: { '4': 129 } } } } }),
  )
  const rules = selectArrivalRules(store.getState())
  expect(rules.dataAvailable).toBe(true)
  expect([rules.hasPrice('24/11/2026'), rules.hasPrice('25/11/2026')]).toEqual([true, false])
})
