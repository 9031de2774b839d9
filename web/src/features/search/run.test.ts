import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptAnalytics, rejectAnalytics } from '../analytics'
import { applyUrlQuery, chooseChannel, selectSearchQuery } from './address'
import {
  setPartySizeModal,
  adultsChosen,
  dateChosen,
  durationChosen,
  nearChosen,
  parkChosen,
  regionChosen,
} from './form'
import { homeVisited } from '../page'
import { toggleFilter } from './filters'
import { cancelSearch, ensureSearch, scheduleSearch, startSearch } from './run'
import { startFlags } from '../flags'
import { submitSearch } from './submit'
import { unavailableUnit } from '../page'
import { parkCardsCall, pollCall } from './search-results-slice'
import { recordEvents } from '../../test/events'
import {
  found,
  initData,
  resultRow,
  searchStore,
  serve,
  type Answer,
} from '../../test/search-store'

const search = '/api/search'
const poll = '/api/searchresults'
/** An answer that asks to wait, because the search is not made yet. */
const wait = (seconds: number, count: number): Answer => ({
  data: { searchId: 's_1', wait: seconds, count, results: [], cards: {} },
})
const results = (store: ReturnType<typeof searchStore>) => store.getState().searchResults

function cornwall() {
  const store = searchStore()
  store.dispatch(regionChosen('12'))
  return store
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a search', () => {
  it('[SRCH-66] [RES-11] [RES-16] sets pendingParams and party, clears results, searchId and unavailable units', async () => {
    serve({ [search]: [found(resultRow('A'))] })
    const store = cornwall()
    await store.dispatch(startSearch())
    store.dispatch({ type: 'SEARCH/RESULTS/UNAVAILABLE_UNIT', payload: 'u1' })
    expect(results(store)).toMatchObject({ unavailableUnitIds: ['u1'], searchId: 's_1' })
    const running = store.dispatch(startSearch())
    expect(results(store)).toMatchObject({
      results: [],
      searchId: '0',
      unavailableUnitIds: [],
      party: { adults: 2, children: 0, under5s: 0, partySize: 2, petFriendly: false },
    })
    expect(results(store).pendingParams).toMatchObject({ regionId: '12', duration: 3 })
    await running
  })

  it('[SRCH-47] [SRCH-67] sends the form with its party', async () => {
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    await store.dispatch(startSearch())
    expect(server.to(search)).toEqual([
      {
        channel: 'ukcaravan',
        region: '12',
        date: '22/11/2026',
        nights: '3',
        adults: '2',
        children: '0',
        under5s: '0',
        partySize: '2',
        petFriendly: 'N',
      },
    ])
  })

  it('[BRAND-03] sends channel, region, arrival, nights, everybody in the party and a single park', async () => {
    const server = serve({ [search]: [found()] })
    const store = searchStore()
    store.dispatch(
      applyUrlQuery(
        'channel=uklodge&region=40&date=12/09/2027&nights=7&adults=3&children=1&infants=2&dogs=y',
      ),
    )
    store.dispatch(parkChosen({ parkId: 'HV101', name: 'Gannet Sands', regionId: '40' }))
    await store.dispatch(startSearch())
    expect(server.to(search)).toEqual([
      {
        channel: 'uklodge',
        region: '40',
        date: '12/09/2027',
        nights: '7',
        adults: '3',
        children: '1',
        under5s: '2',
        partySize: '6',
        petFriendly: 'Y',
        park: 'HV101',
      },
    ])
  })

  it('shows no failure of an earlier poll once it is made again', async () => {
    serve({ [search]: [wait(1, 5), found(resultRow('A'))], [poll]: [{ status: 500 }] })
    const store = cornwall()
    const running = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(1000)
    await running
    const pollError = () => store.getState().requests[pollCall.idOf({ searchId: '' })]?.error
    expect(pollError()).toBeDefined()
    await store.dispatch(startSearch())
    expect(pollError()).toBeUndefined()
    expect(results(store).results).toHaveLength(1)
  })

  it('[SRCH-39] in eurocaravan ignores dogs that were chosen before', async () => {
    const server = serve({ [search]: [found()] })
    const store = searchStore()
    store.dispatch(applyUrlQuery('channel=ukcaravan&region=12&dogs=y'))
    expect(store.getState().search.petFriendly).toBe(true)
    store.dispatch(chooseChannel('eurocaravan'))
    await store.dispatch(startSearch())
    expect(server.to(search)[0]).toMatchObject({ channel: 'eurocaravan', petFriendly: 'N' })
    expect(store.getState().filters.petFriendlySelected).toBe(false)
  })

  it('[API-45] [SRCH-67] for a park sends the park; any other search sends none', async () => {
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    await store.dispatch(startSearch())
    store.dispatch(parkChosen({ parkId: 'HV101', name: 'Gannet Sands', regionId: '12' }))
    await store.dispatch(startSearch())
    expect(server.to(search).map(({ park }) => park)).toEqual([undefined, 'HV101'])
  })

  it('[SRCH-65] without a party uses the default number of adults', async () => {
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    store.dispatch(adultsChosen(0))
    await store.dispatch(startSearch())
    expect(server.to(search)[0]).toMatchObject({ adults: '2', partySize: '2' })
    expect(store.getState().search.adults).toBe(2)
  })

  it('[RES-12] [RES-14] [RES-15] is marked as running once it is accepted, and polls until the results arrive', async () => {
    const server = serve({ [search]: [wait(2, 5)], [poll]: [wait(1, 9), found(resultRow('A'))] })
    const store = cornwall()
    const running = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(0)
    expect(results(store)).toMatchObject({ isSearching: true, isWaiting: true, count: 5 })
    expect(results(store).params).toMatchObject({ regionId: '12' })
    expect(results(store).requestPayload).toMatchObject({ region: '12', partySize: 2 })
    await vi.advanceTimersByTimeAsync(1999)
    expect(server.to(poll)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(results(store).count).toBe(9)
    await vi.advanceTimersByTimeAsync(1000)
    await running
    expect(server.to(poll)).toEqual([{ searchId: 's_1' }, { searchId: 's_1' }])
    expect(results(store)).toMatchObject({ isSearching: false, isWaiting: false })
  })

  it('[RES-15] [RES-11] ends with results and searchId when the answer does not ask to wait', async () => {
    serve({ [search]: [found(resultRow('A'), resultRow('B'))] })
    const store = cornwall()
    await store.dispatch(startSearch())
    expect(results(store)).toMatchObject({
      isSearching: false,
      isWaiting: false,
      count: 2,
      searchId: 's_1',
    })
    expect(results(store).results.map(({ parkId }) => parkId)).toEqual(['A', 'B'])
    const fields = ['params', 'requestPayload', 'count', 'unavailableUnitIds']
    expect(Object.keys(results(store))).toEqual(expect.arrayContaining(fields))
  })

  it('[ANLY-06] is reported to analytics once accepted, with the name of its place', async () => {
    serve({ [search]: [{ status: 500 }, wait(1, 1)], [poll]: [found()] })
    const sent: unknown[] = []
    vi.stubGlobal('dataLayer', sent)
    acceptAnalytics()
    // Events from earlier tests.
    sent.splice(0)
    const store = cornwall()
    await store.dispatch(startSearch())
    expect(sent).toEqual([])
    const running = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(1000)
    await running
    expect(sent).toEqual([{ event: 'search', search_term: 'Cornwall' }])
    rejectAnalytics()
  })

  it('[ROUTE-02] leaves no results and no filters behind when the visitor goes home', async () => {
    serve({ [search]: [found(resultRow('A'))] })
    const store = cornwall()
    const before = store.getState()
    await store.dispatch(startSearch())
    store.dispatch(toggleFilter(1))
    expect(results(store).results).toHaveLength(1)
    store.dispatch(homeVisited())
    expect(results(store)).toEqual(before.searchResults)
    expect(store.getState().filters).toEqual(before.filters)
  })

  it('[RES-13] is no longer marked as running after a failure', async () => {
    serve({ [search]: [wait(1, 1)], [poll]: [{ status: 500 }] })
    const store = cornwall()
    const running = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(1000)
    await running
    expect(results(store)).toMatchObject({ isSearching: false, isWaiting: false })
  })

  it('is repeated once if its id has expired', async () => {
    const server = serve({ [search]: [wait(1, 1)], [poll]: [{ status: 410 }] })
    const store = cornwall()
    const running = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(5000)
    await running
    expect(server.to(search)).toHaveLength(2)
    expect(results(store).isSearching).toBe(false)
  })

  it('gives up after a minute of waiting', async () => {
    serve({ [search]: [wait(5, 1)], [poll]: [wait(5, 1)] })
    const store = cornwall()
    const running = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(61_000)
    await running
    expect(results(store)).toMatchObject({ isSearching: false, gaveUp: true })
  })

  it('that is replaced by another is cancelled and changes nothing', async () => {
    serve({ [search]: [wait(3, 1), found(resultRow('B'))], [poll]: [found(resultRow('A'))] })
    const store = cornwall()
    const first = store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(0)
    await store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(10_000)
    await first
    expect(results(store).results.map(({ parkId }) => parkId)).toEqual(['B'])
  })

  it('is not repeated for the same form', async () => {
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    await store.dispatch(ensureSearch())
    await store.dispatch(ensureSearch())
    expect(server.to(search)).toHaveLength(1)
    store.dispatch(durationChosen(4))
    await store.dispatch(ensureSearch())
    expect(server.to(search)).toHaveLength(2)
  })
})

describe('automatic searching', () => {
  it('[SRCH-68] waits 500 ms after the last change', async () => {
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    store.dispatch(scheduleSearch())
    await vi.advanceTimersByTimeAsync(400)
    store.dispatch(durationChosen(4))
    store.dispatch(scheduleSearch())
    await vi.advanceTimersByTimeAsync(499)
    expect(server.to(search)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.to(search).map(({ nights }) => nights)).toEqual(['4'])
  })

  it('[SRCH-68] waits 2000 ms while the visitor is still editing', async () => {
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    store.dispatch(setPartySizeModal(true))
    store.dispatch(scheduleSearch())
    await vi.advanceTimersByTimeAsync(1999)
    expect(server.to(search)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.to(search)).toHaveLength(1)
  })

  it('[SRCH-69] cancels scheduled and running searches', async () => {
    const server = serve({
      [search]: [wait(5, 1), found(resultRow('B'))],
      [poll]: [found(resultRow('A'))],
    })
    const store = cornwall()
    void store.dispatch(startSearch())
    await vi.advanceTimersByTimeAsync(0)
    store.dispatch(durationChosen(7))
    store.dispatch(scheduleSearch())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.to(poll)).toHaveLength(0)
    expect(results(store).results.map(({ parkId }) => parkId)).toEqual(['B'])
    store.dispatch(durationChosen(4))
    store.dispatch(scheduleSearch())
    store.dispatch(cancelSearch())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.to(search)).toHaveLength(2)
  })

  it('[SRCH-70] does not search while the criteria are invalid or are all regions', async () => {
    const server = serve({ [search]: [found()] })
    for (const makeUnsearchable of [
      durationChosen(5),
      dateChosen(undefined),
      regionChosen('all-regions'),
    ]) {
      const store = cornwall()
      store.dispatch(makeUnsearchable)
      store.dispatch(scheduleSearch())
      await vi.advanceTimersByTimeAsync(5000)
    }
    expect(server.to(search)).toHaveLength(0)
  })
})

describe('a submit', () => {
  function submit(store: ReturnType<typeof searchStore>) {
    const steps: string[] = []
    serve({ [search]: [found()] })
    const fetch = globalThis.fetch
    vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => {
      steps.push('fetch')
      return fetch(...args)
    })
    store.dispatch(unavailableUnit('gone'))
    void store.dispatch(
      submitSearch({
        navigate: (path) => {
          const reset = results(store).unavailableUnitIds.length === 0
          steps.push(...(reset ? ['reset'] : []), `route ${path.split('?')[0]}`)
        },
        scrollToTop: () => steps.push('scroll'),
      }),
    )
    return steps
  }

  it('[SRCH-30] resets, routes, fetches and scrolls, in this order', () => {
    expect(submit(cornwall())).toEqual(['reset', 'route /results', 'fetch', 'scroll'])
  })

  it('[SRCH-28] [SRCH-29] for all regions opens their page and fetches no results', () => {
    expect(submit(searchStore())).toEqual(['reset', 'route /results/all-regions', 'scroll'])
  })

  it('[ANLY-12] sends the form’s fields to analytics, and no position of the visitor', () => {
    const sent = recordEvents()
    const store = cornwall()
    store.dispatch(
      nearChosen({
        channelId: 'ukcaravan',
        regionId: '12',
        near: { lat: 50.26, lon: -5.05, name: 'TR1', own: true },
      }),
    )
    store.dispatch(dateChosen('2026-12-05'))
    submit(store)
    expect(sent('search_form_submit')).toEqual([
      {
        event: 'search_form_submit',
        channelId: 'ukcaravan',
        regionId: '12',
        arrivalDate: '2026-12-05T00:00:00.000Z',
        duration: 3,
        adults: 2,
        children: 0,
        under5s: 0,
        petFriendly: false,
      },
    ])
  })

  it('does nothing while a search is not possible', () => {
    const sent = recordEvents()
    const store = cornwall()
    store.dispatch(durationChosen(5))
    expect(submit(store)).toEqual([])
    expect(sent('search_form_submit')).toEqual([])
  })
})

describe('an address', () => {
  it('[SRCH-48] [SRCH-49] [SRCH-51] is applied to the form', () => {
    const store = searchStore()
    store.dispatch(
      applyUrlQuery(
        '?channel=uklodge&region=40&date=12/09/2027&nights=7&adults=3&children=1&infants=2&dogs=y&offers=OFF1&features=0,1',
      ),
    )
    expect(store.getState().search).toMatchObject({
      channelId: 'uklodge',
      regionId: '40',
      arrivalDate: '2027-09-12T00:00:00.000Z',
      duration: 7,
      adults: 3,
      children: 1,
      under5s: 2,
      petFriendly: true,
    })
    expect(store.getState().offers.selectedOffers).toEqual(['OFF1'])
    expect(store.getState().filters.bFiltersStateArray).toEqual([0, 1])
  })

  it('[SRCH-48] changes nothing when the form already has its values', () => {
    const store = searchStore()
    store.dispatch(applyUrlQuery(selectSearchQuery(store.getState())))
    const before = store.getState()
    store.dispatch(applyUrlQuery(selectSearchQuery(before)))
    expect(store.getState()).toEqual(before)
  })

  it('with a region that its channel does not have chooses the channel’s first region', () => {
    const store = searchStore()
    store.dispatch(applyUrlQuery('channel=uklodge&region=12'))
    expect(store.getState().search).toMatchObject({ channelId: 'uklodge', regionId: '41' })
    store.dispatch(applyUrlQuery('channel=ukcaravan&region=15'))
    expect(store.getState().search).toMatchObject({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
    })
  })

  it('[SRCH-55] gives, when it is read, the search from which it was written', () => {
    const store = searchStore()
    store.dispatch(applyUrlQuery('channel=ukcaravan&region=13&park=HV1&nights=14&adults=4&dogs=y'))
    const other = searchStore()
    other.dispatch(applyUrlQuery(selectSearchQuery(store.getState())))
    expect(other.getState().search).toEqual(store.getState().search)
  })
})

describe('a submit that waits for the flags', () => {
  const submitAndWait = (
    store: ReturnType<typeof searchStore>,
    ofFlags: Pick<typeof store, 'getState'> = store,
  ) => {
    const steps: string[] = []
    startFlags(ofFlags as unknown as Parameters<typeof startFlags>[0])
    void store.dispatch(
      submitSearch({
        navigate: () => steps.push('route'),
        scrollToTop: () => steps.push('scroll'),
      }),
    )
    return steps
  }

  it('goes on when the query of the page has changed meanwhile, and stops a scheduled search', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    serve({ [search]: [found()] })
    const store = cornwall()
    const onSearch = vi.fn<() => void>()
    store.dispatch(scheduleSearch(onSearch))
    const steps = submitAndWait(store)
    window.history.replaceState(null, '', `${window.location.pathname}?nights=3`)
    await vi.advanceTimersByTimeAsync(600)
    expect(steps).toEqual(['route', 'scroll'])
    expect(onSearch).not.toHaveBeenCalled()
  })

  it('waits half a second for flags that do not come', async () => {
    vi.doMock('../flags/client', () => ({ startClient: () => new Promise(() => {}) }))
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    const state = { ...store.getState(), flags: { settings: initData.flags } }
    const steps = submitAndWait(store, { getState: () => state })
    await vi.advanceTimersByTimeAsync(499)
    expect(steps).toEqual([])
    expect(server.to(search)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(steps).toEqual(['route', 'scroll'])
    expect(server.to(search)).toHaveLength(1)
    vi.doUnmock('../flags/client')
  })

  it('ends when the criteria have become invalid', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const server = serve({ [search]: [found()] })
    const store = cornwall()
    const steps = submitAndWait(store)
    store.dispatch(durationChosen(5))
    await vi.advanceTimersByTimeAsync(600)
    expect(steps).toEqual([])
    expect(server.to(search)).toHaveLength(0)
  })
})

it('keeps the cards of the same parks on two channels apart', () => {
  const [park, touring] = ['ukcaravan', 'uktouring'].map((channel) =>
    parkCardsCall.idOf({ parkIds: ['A', 'B'], channel }),
  )
  expect(park).not.toBe(touring)
})
