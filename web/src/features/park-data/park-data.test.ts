import { afterEach, describe, expect, it } from 'vitest'
import { brand } from '../../brands'
import { initData } from '../../test/catalogue'
import { readyStore } from '../../test/render'
import { type Answer, ok, serve } from '../../test/server'
import {
  adultsChosen,
  childrenChosen,
  dateChosen,
  petFriendlyChosen,
  under5sChosen,
} from '../search'
import { parksCall } from './calls'
import { parkDetailsCall } from './park-details'
import { FRESH_MS, loadExtraData, loadParkResults, loadParkReviews, openPark } from './load'
import { loadParkDetails } from './details'
import { parkPageChosen, parkChannelChosen, parkDateChosen } from './state'

const park = (parkId: string, townId: string) => ({ parkId, name: `Park ${parkId}`, townId })
const towns = [
  { townId: 'T1', town: 'Bude', parkCount: 2 },
  { townId: 'T2', town: 'Looe', parkCount: 1 },
]
const unit = (unitId: string, unitPrice: string) => ({
  unitId,
  unitPrice,
  unitType: 'G2',
  unitDesc: 'Skerry',
  unitsLeft: 9,
  deposit: '49.00',
  offers: [],
})

function storeOver(answers: Readonly<Record<string, Answer>>) {
  const requests = serve(answers)
  const store = readyStore(initData())
  return { requests, store, data: () => store.getState().data }
}

describe('parks in state', () => {
  it('are held by id, with the ids and the towns of their region', async () => {
    const parks = [park('HV101', 'T1'), park('HV102', 'T2')]
    const { requests, store, data } = storeOver({ '/api/parks': ok({ parks, townList: towns }) })
    await store.dispatch(parksCall.run({ region: '12' }))
    expect(requests).toMatchObject([{ method: 'GET', path: '/api/parks', query: { region: '12' } }])
    expect(data().parks).toEqual({
      byId: { HV101: parks[0], HV102: parks[1] },
      regionParkIds: { '12': ['HV101', 'HV102'] },
      townList: { '12': towns },
    })
    // A list limited to a town is not the list of the region.
    serve({ '/api/parks': ok({ parks: [parks[1]], townList: [] }) })
    await store.dispatch(parksCall.run({ region: '12', townId: 'T2' }))
    expect(data().parks.regionParkIds['12']).toEqual(['HV101', 'HV102'])
    expect(data().parks.townList['12']).toEqual(towns)
  })

  it('[PARK-25] have their details by id, loaded once', async () => {
    const details = {
      parkId: 'HV101',
      name: 'Gannet Sands',
      info: '<p>Sand.</p>',
      nextStays: [],
    }
    const { requests, store, data } = storeOver({ '/api/parkdetails': ok({ park: details }) })
    await store.dispatch(loadParkDetails('HV101'))
    await store.dispatch(loadParkDetails('HV101'))
    expect(requests).toMatchObject([{ path: '/api/parkdetails', query: { parkId: 'HV101' } }])
    expect(data().parkDetails).toEqual({ HV101: details })
    expect(data().parks.byId).toEqual({})
    await store.dispatch(parkDetailsCall.run({ parkId: 'HV101' }))
    expect(Object.keys(data().parkDetails)).toEqual(['HV101'])
  })

  it('[PARK-26] have reviews by id, and the rating as a string', async () => {
    const reviews = [{ name: 'Ann', text: 'Lovely', rating: 5, date: '01/05/2026' }]
    const { requests, store, data } = storeOver({
      '/api/tripadvisor': ok({ reviews, bubbles: '4.5' }),
    })
    await store.dispatch(loadParkReviews('HV101'))
    expect(requests[0]?.query).toEqual({ parkId: 'HV101' })
    expect(data().parkReviews).toEqual({ reviews: { HV101: reviews }, bubbles: { HV101: '4.5' } })
  })

  it('[PARK-28] [API-39] offer units by arrival date and nights', async () => {
    const results = {
      '24/11/2026': {
        '3': [unit('u1', '349.00'), unit('u2', '428.00')],
        '4': [unit('u3', '500.00')],
      },
      '27/11/2026': { '3': [unit('u4', '318.00')] },
    }
    const unitTypes = [{ unitType: 'G2', name: 'Skerry' }]
    const { requests, store, data } = storeOver({
      '/api/parkresults': ok({ searchId: 's_1', unitTypes, results }),
    })
    await store.dispatch(loadParkResults('HV101', () => 0))
    expect(requests[0]).toMatchObject({ path: '/api/parkresults', query: { parkId: 'HV101' } })
    expect(data().parkResults.HV101?.results).toEqual(results)
    expect(data().unitTypes).toEqual({ G2: unitTypes[0] })
  })

  it('[PARK-05] offer units for the party, and are loaded again for another', async () => {
    const { requests, store } = storeOver({
      '/api/parkresults': ok({
        searchId: 's_1',
        unitTypes: [],
        results: { '24/11/2026': { '3': [unit('u1', '349.00')] } },
      }),
    })
    const load = () => store.dispatch(loadParkResults('HV101', () => 0))
    store.dispatch(adultsChosen(4))
    store.dispatch(childrenChosen(2))
    store.dispatch(under5sChosen(1))
    store.dispatch(petFriendlyChosen(true))
    await load()
    await load()
    expect(requests).toHaveLength(1)
    expect(requests[0]?.query).toMatchObject({
      adults: '4',
      children: '2',
      under5s: '1',
      petFriendly: 'Y',
    })
    store.dispatch(adultsChosen(3))
    await load()
    expect(requests).toHaveLength(2)
    expect(requests[1]?.query).toMatchObject({ adults: '3', children: '2' })
  })
})

it('a date that has sold out is removed, one outside the requested range stays', async () => {
  const at = (...dates: string[]) =>
    ok({
      searchId: 's_1',
      unitTypes: [],
      results: Object.fromEntries(dates.map((date) => [date, { '3': [unit('u', '349.00')] }])),
    })
  const { store, data } = storeOver({ '/api/parkresults': at('24/11/2026', '27/11/2026') })
  const dates = () => Object.keys(data().parkResults.HV101?.results ?? {})
  await store.dispatch(loadParkResults('HV101', () => 0))
  serve({ '/api/parkresults': at('05/03/2027') })
  store.dispatch(dateChosen('2027-03-05'))
  await store.dispatch(loadParkResults('HV101', () => 0))
  expect(dates()).toEqual(['24/11/2026', '27/11/2026', '05/03/2027'])
  serve({ '/api/parkresults': at('27/11/2026') })
  store.dispatch(dateChosen('2026-11-24'))
  await store.dispatch(loadParkResults('HV101', () => FRESH_MS))
  expect(dates()).toEqual(['05/03/2027', '27/11/2026'])
})

it.each([
  ['a month of which the rest has no prices', '2026-11-24', ['05/12/2026']],
  ['a month without prices', '2027-01-20', ['12/03/2027']],
])(
  '[PARK-28] the units of a stay in %s are asked for once in a minute',
  async (_, arrival, dates) => {
    const results = Object.fromEntries(dates.map((date) => [date, { '3': [unit('u', '349.00')] }]))
    const { requests, store } = storeOver({
      '/api/parkresults': ok({ searchId: 's_1', unitTypes: [], results }),
    })
    store.dispatch(dateChosen(arrival))
    await store.dispatch(loadParkResults('HV101', () => 0))
    await store.dispatch(loadParkResults('HV101', () => FRESH_MS - 1))
    expect(requests).toHaveLength(1)
    await store.dispatch(loadParkResults('HV101', () => FRESH_MS))
    expect(requests).toHaveLength(2)
  },
)

describe('extra data of a park', () => {
  const items = [
    { code: 'G2', image: '/a.jpg' },
    { code: ['G3', 'G4'], image: '/b.jpg' },
  ]
  const file = '/content/json/accom-types/new/HV101.json'

  it('[PARK-32] [PARK-33] [API-51] is loaded once, stored by park and under each of its codes', async () => {
    const { requests, store, data } = storeOver({ [file]: { body: items } })
    await store.dispatch(loadExtraData('HV101'))
    await store.dispatch(loadExtraData('HV101'))
    expect(requests.map(({ path }) => path)).toEqual([file])
    expect(data().extraData).toEqual({
      byCode: {
        G2: { code: 'G2', image: '/a.jpg' },
        G3: { code: 'G3', image: '/b.jpg' },
        G4: { code: 'G4', image: '/b.jpg' },
      },
      parkExtraData: { HV101: items },
      parkExtraDataIds: { HV101: true },
    })
    expect(data().extraData.parkExtraDataIds.HV102).toBeUndefined()
  })

  describe('on another host', () => {
    const api = { ...brand.api }
    afterEach(() => {
      brand.api = { ...api }
    })

    it('[API-42] is loaded from the configured content host by two calls, not from the API', async () => {
      brand.api.baseUrl = 'https://api.example'
      brand.api.contentHost = 'https://pictures.example/files'
      const { requests, store, data } = storeOver({
        '/files/json/accom-types/H/HV101.json': { body: items },
      })
      await store.dispatch(loadExtraData('HV101'))
      expect(requests.map(({ method, origin, path }) => `${method} ${origin}${path}`)).toEqual([
        'GET https://pictures.example/files/json/accom-types/new/HV101.json',
        'GET https://pictures.example/files/json/accom-types/H/HV101.json',
      ])
      expect(data().extraData.parkExtraData).toEqual({ HV101: items })
    })
  })

  it('is loaded from the first letter’s folder if the folder new has none, and then not again', async () => {
    const { requests, store, data } = storeOver({})
    await store.dispatch(loadExtraData('HV101'))
    await store.dispatch(loadExtraData('HV101'))
    expect(requests.map(({ path }) => path)).toEqual([
      file,
      '/content/json/accom-types/H/HV101.json',
    ])
    expect(data().extraData).toMatchObject({ byCode: {}, parkExtraDataIds: { HV101: true } })
    expect(store.getState().requests).toEqual({})
  })
})

it('[PARK-34] keeps channel, park and date of the page, and the date’s lowest price', () => {
  const store = readyStore(initData())
  const chosen = () => store.getState().pageSelections.park
  const selectedDate = { date: '24/11/2026', lowestPrice: '318.00' }
  store.dispatch(parkChannelChosen('ukcaravan'))
  store.dispatch(parkPageChosen('HV101'))
  store.dispatch(parkDateChosen(selectedDate))
  expect(chosen()).toEqual({ channelId: 'ukcaravan', parkId: 'HV101', selectedDate })
  store.dispatch(parkPageChosen('HV102'))
  expect(chosen()).toEqual({ channelId: 'ukcaravan', parkId: 'HV102' })
})

describe('[OP-PARK-13] a park’s page', () => {
  const lodge = { channel: 'uklodge', date: '02/04/2027', nights: 3 }
  const park = {
    parkId: 'HV101',
    name: 'Gannet Sands',
    channels: ['ukcaravan', 'uklodge'],
    regn: '12',
    nextStays: [
      { channel: 'ukcaravan', date: '05/02/2027', nights: 4 },
      { channel: 'ukcaravan', date: '12/02/2027', nights: 3 },
      lodge,
    ],
  }
  const opened = (query: string, changes: Partial<typeof park> = {}) => {
    const { store } = storeOver({})
    store.dispatch(openPark({ ...park, ...changes }, query))
    const { channelId, regionId, parkId, arrivalDate, duration } = store.getState().search
    return [channelId, regionId, parkId, arrivalDate?.slice(0, 10), duration]
  }

  it.each([
    ['without a query, of the form’s nights', '', {}, ['2027-02-12', 3], ['ukcaravan', 'HV101']],
    [
      'that has none of the form’s nights, of the first',
      '',
      { nextStays: [{ channel: 'ukcaravan', date: '05/02/2027', nights: 4 }] },
      ['2027-02-05', 4],
      ['ukcaravan', 'HV101'],
    ],
    [
      'of another channel than the form’s',
      '',
      { channels: ['uklodge'], nextStays: [lodge] },
      ['2027-04-02', 3],
      ['uklodge', 'HV101'],
    ],
    [
      'whose address has the region, which stays the place',
      '?region=12&nights=3',
      {},
      ['2027-02-12', 3],
      ['ukcaravan', undefined],
    ],
  ])('%s opens at its next stay', (_, query, changes, [date, nights], [channel, place]) => {
    const region = query ? 'all-regions' : '12'
    expect(opened(query, changes)).toEqual([channel, region, place, date, nights])
  })

  it.each(['?channel=ukcaravan&region=12&date=05%2F03%2F2027', '?region=12&when=easter-2027'])(
    'with a date keeps it: %s',
    (query) => expect(opened(query)[3]).toBe('2026-11-22'),
  )

  it.each([
    ['past', 'date=21%2F11%2F2020'],
    ['impossible', 'date=31%2F02%2F2027'],
    ['unknown flexible', 'when=soon'],
  ])('with a date that is %s opens at its next stay', (_, date) => {
    expect(opened(`?channel=ukcaravan&region=12&nights=3&${date}`)[3]).toBe('2027-02-12')
  })

  it('that sells nothing keeps the date of the form', () => {
    expect(opened('', { nextStays: [] })[3]).toBe('2026-11-22')
  })

  it('is loaded again on a later day, when its next stay has begun', async () => {
    const answer = { ...park, nextStays: [{ ...lodge, date: '21/11/2026' }] }
    const { requests, store } = storeOver({ '/api/parkdetails': ok({ park: answer }) })
    await store.dispatch(loadParkDetails('HV101'))
    await store.dispatch(loadParkDetails('HV101'))
    expect(requests).toHaveLength(2)
  })
})
