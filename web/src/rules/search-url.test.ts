import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromDayNumber, toIso } from './dates'
import { clampParty } from './party'
import {
  inRegion,
  queryToSearch,
  searchToQuery,
  takesPets,
  type SearchCriteria,
} from './search-url'

const arrivals = { first: '2026-11-22', last: '2028-05-31' }
const criteria: SearchCriteria = {
  channelId: 'ukcaravan',
  regionId: '12',
  arrivalDate: '2027-09-12T00:00:00.000Z',
  duration: 7,
  adults: 2,
  children: 1,
  under5s: 0,
  petFriendly: false,
  offers: [],
  features: [],
}
const read = (query: string) => queryToSearch(query, arrivals)
const dogs = (query: string) => read(query).petFriendly

describe('a search in another region', () => {
  it('is no longer for a park, a point or an area of the map', () => {
    const near = { name: 'Truro', lat: 50.26, lon: -5.05 }
    const elsewhere = inRegion({ ...criteria, parkId: 'CF101', near, box: '-5.5,50,-4,51' }, '20')
    expect(searchToQuery(elsewhere)).toBe(searchToQuery({ ...criteria, regionId: '20' }))
  })
})

describe('a search written into the address', () => {
  it('[SRCH-43] has the named parameters', () => {
    const query = new URLSearchParams(searchToQuery(criteria))
    expect(Object.fromEntries(query)).toEqual({
      channel: 'ukcaravan',
      region: '12',
      date: '12/09/2027',
      nights: '7',
      adults: '2',
      children: '1',
      infants: '0',
      dogs: '',
    })
    expect(searchToQuery(criteria)).toContain('date=12%2F09%2F2027')
  })

  it("[SRCH-44] has 'y' for dogs, otherwise an empty value", () => {
    expect(searchToQuery({ ...criteria, petFriendly: true })).toContain('dogs=y')
    expect(new URLSearchParams(searchToQuery(criteria)).get('dogs')).toBe('')
  })

  it('[SRCH-31] [SRCH-45] omits partysize and unset values', () => {
    const query = new URLSearchParams(
      searchToQuery({ ...criteria, arrivalDate: undefined, parkId: undefined }),
    )
    for (const name of ['partysize', 'partySize', 'date', 'park', 'offers', 'features'])
      expect(query.has(name)).toBe(false)
  })

  it('[SRCH-46] lists offers and features with commas', () => {
    const query = new URLSearchParams(
      searchToQuery({ ...criteria, offers: ['OFF101', 'OFF7'], features: [3, 0] }),
    )
    expect(query.get('offers')).toBe('OFF101,OFF7')
    expect(query.get('features')).toBe('3,0')
  })
})

describe('a search read from the address', () => {
  it('names the point that results are sorted from, never the visitor’s own position', () => {
    const near = { name: 'Newquay', lat: 50.415, lon: -5.082 }
    const back = queryToSearch(searchToQuery({ ...criteria, near }), { first: '2026-11-22' })
    expect(back.near).toEqual(near)
    expect(searchToQuery({ ...criteria, near: { ...near, own: true } })).not.toContain('50.4')
  })

  it('[SRCH-55] is the search that was written', () => {
    const size = fc.integer({ min: 0, max: 66 })
    const searches: fc.Arbitrary<SearchCriteria> = fc
      .record({
        channelId: fc.constantFrom('ukcaravan', 'eurocaravan', 'boats'),
        regionId: fc.constantFrom('12', 'all-regions'),
        parkId: fc.option(fc.constantFrom('HV101', 'Ü&=?/#+'), { nil: undefined }),
        arrivalDate: fc.option(
          fc.integer({ min: 20_779, max: 21_000 }).map((day) => toIso(fromDayNumber(day))),
          { nil: undefined },
        ),
        duration: fc.integer({ min: 1, max: 21 }),
        party: fc.record({ adults: size, children: size, under5s: size }).map(clampParty),
        petFriendly: fc.boolean(),
        offers: fc.array(fc.stringMatching(/^[A-Z0-9]{1,6}$/), { minLength: 1 }),
        features: fc.array(fc.nat(200), { minLength: 1 }),
      })
      .map(({ party, ...rest }) => ({ ...rest, ...party }))
    fc.assert(
      fc.property(searches, (search) => {
        const back = queryToSearch(searchToQuery(search), { first: '2026-11-22' })
        const written = { ...search, petFriendly: takesPets(search) }
        expect(back).toEqual(JSON.parse(JSON.stringify(written)))
      }),
    )
  })

  it('[SRCH-52] omits invalid numbers', () => {
    expect(read('nights=x&adults=2b&children=&infants=1.5')).toEqual({})
    expect(read('nights=0&adults=-1')).toEqual({})
  })

  it('[SRCH-49] [SRCH-51] holds nights and party as integers', () => {
    expect(read('nights=7&adults=3&children=2&infants=1')).toEqual({
      duration: 7,
      adults: 3,
      children: 2,
      under5s: 1,
    })
  })

  it('[SRCH-50] has a date only when arrival is possible on it', () => {
    expect(read('date=12/09/2027').arrivalDate).toBe('2027-09-12T00:00:00.000Z')
    for (const date of ['31/02/2027', '2027-09-12', '21/11/2026', '01/06/2028', 'soon', '']) {
      expect(read(`date=${encodeURIComponent(date)}`)).toEqual({})
    }
  })

  it('has flexible dates only in their form', () => {
    const forms = ['day-2027-06', 'half-term-2027', 'spring-holidays-2027.Argyll-and-Bute']
    expect(forms.map((when) => read(`when=${when}`).when)).toEqual(forms)
    for (const when of ['half-term', 'half-term-2027.', 'half-term-2027.Bute.x', 'x 2027', ''])
      expect(read(`when=${encodeURIComponent(when)}`)).toEqual({})
  })

  it("[SRCH-53] has dogs only for 'y', 'n' and our own empty value", () => {
    expect(
      ['dogs=y', 'dogs=Y', 'dogs=n', 'dogs=N', 'dogs=', 'dogs=1', 'dogs=yes', ''].map(dogs),
    ).toEqual([true, true, false, false, false, undefined, undefined, undefined])
  })

  it('[SRCH-54] holds offers and features as lists', () => {
    expect(read('offers=OFF101,OFF7&features=3,x,0')).toEqual({
      offers: ['OFF101', 'OFF7'],
      features: [3, 0],
    })
  })

  it('reduces a party above 66 to the limit and ignores partysize', () => {
    expect(read('adults=60&children=60&infants=1&partysize=3')).toEqual({
      adults: 60,
      children: 6,
      under5s: 0,
    })
  })
})

it('[SRCH-39] dogs are ignored for eurocaravan', () => {
  expect(takesPets({ channelId: 'eurocaravan', petFriendly: true })).toBe(false)
  expect(takesPets({ channelId: 'boats', petFriendly: true })).toBe(true)
})
