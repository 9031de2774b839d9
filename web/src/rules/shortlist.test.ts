import { describe, expect, it } from 'vitest'
import { cheapestOf, comparedToggled, facilityRows } from './comparison'
import {
  isRecentSearch,
  remembered,
  RECENT_MOST,
  searchLine,
  searchPath,
  stillPossible,
} from './recent-searches'
import { isParkId, isShortlisted, SHORTLIST_MOST, toggled, type Shortlisted } from './shortlist'

const park = (n: number): Shortlisted => ({ parkId: `P${n}`, name: `Park ${n}` })
const saved = (count: number) =>
  Array.from({ length: count }, (_, n) => n).reduce<readonly Shortlisted[]>(
    (list, n) => toggled(list, park(n)) ?? list,
    [],
  )

describe('the shortlist', () => {
  it('adds a park at the end, and removes one that it has', () => {
    const list = saved(3)
    expect(list.map(({ parkId }) => parkId)).toEqual(['P0', 'P1', 'P2'])
    expect(toggled(list, park(1))?.map(({ parkId }) => parkId)).toEqual(['P0', 'P2'])
  })

  it('compares the first four', () => {
    expect(saved(6).map(({ compared }) => compared)).toEqual([true, true, true, true, false, false])
  })

  it('takes no more than its limit, but still removes', () => {
    const full = saved(SHORTLIST_MOST)
    expect(full).toHaveLength(SHORTLIST_MOST)
    expect(toggled(full, park(99))).toBeUndefined()
    expect(toggled(full, park(3))).toHaveLength(SHORTLIST_MOST - 1)
  })

  it.each([
    [{ parkId: 'A', name: 'B' }, true],
    [{ parkId: 'A' }, false],
    [{ parkId: 7, name: 'B' }, false],
    [{ parkId: '../x?', name: 'B' }, false],
    ['A', false],
    [null, false],
    [undefined, false],
  ])('%j is a saved park: %s', (value, valid) => {
    expect(isShortlisted(value)).toBe(valid)
  })

  it.each([
    ['CF101', true],
    ['osm-1234567', true],
    ['', false],
    ['a,b', false],
    ['x'.repeat(41), false],
  ])('%s can be a park id: %s', (id, valid) => {
    expect(isParkId(id)).toBe(valid)
  })
})

describe('the comparison', () => {
  it('takes parks in and out, and no fifth', () => {
    const list = saved(5)
    expect(comparedToggled(list, 'P4')).toEqual(list)
    const three = comparedToggled(list, 'P0')
    expect(three[0]?.compared).toBe(false)
    expect(comparedToggled(three, 'P4')[4]?.compared).toBe(true)
  })

  it('lists what at least one park has, and marks what differs', () => {
    const parks = [
      { features: [1, 2], dogs: 'Y' },
      { features: [2], dogs: 'Y' },
    ]
    const filters = ['Sea view', 'Indoor pool', 'Hot tub'].map((name, id) => ({ name, id }))
    expect(facilityRows(parks, filters)).toEqual([
      { name: 'Dogs welcome', has: [true, true], differs: false },
      { name: 'Indoor pool', has: [true, false], differs: true },
      { name: 'Hot tub', has: [true, true], differs: false },
    ])
  })

  it.each([
    [[300, 200, undefined], 200],
    [[300, 200, 200], 200],
    [[200, 200], undefined],
    [[200, undefined], undefined],
    [[undefined, undefined], undefined],
  ])('of the prices %j the cheapest is %s', (prices, cheapest) => {
    expect(cheapestOf(prices)).toBe(cheapest)
  })
})

describe('the recent searches', () => {
  const search = (region: string, more = '') => ({
    query: `channel=ukcaravan&region=${region}&nights=7&adults=2${more}`,
    place: region,
  })

  it('are five, the newest first', () => {
    const list = ['1', '2', '3', '4', '5', '6'].reduce<readonly ReturnType<typeof search>[]>(
      (before, region) => remembered(before, search(region)),
      [],
    )
    expect(list.map(({ place }) => place)).toEqual(['6', '5', '4', '3', '2'])
    expect(list).toHaveLength(RECENT_MOST)
  })

  it('have one for each place: the newest', () => {
    const list = remembered([search('1'), search('2')], search('2', '&date=04%2F05%2F2027'))
    expect(list.map(({ query }) => query)).toEqual([
      search('2', '&date=04%2F05%2F2027').query,
      search('1').query,
    ])
  })

  it('leave out dates that have passed', () => {
    const list = ['22/11/2026', '23/11/2026', 'nonsense'].map((date) =>
      search(date, `&date=${date}`),
    )
    expect(stillPossible([...list, search('any')], '2026-11-22').map(({ place }) => place)).toEqual(
      ['23/11/2026', 'any'],
    )
  })

  it('leave out flexible dates that are over, and name those that are not', () => {
    const list = [
      'weekend-2026-10',
      'day-2026-11',
      'summer-holidays-2025',
      'summer-holidays-2026',
      'summer-holidays-2025.Cardiff',
      'summer-holidays-2026.Cardiff',
    ].map((when) => search(when, `&when=${when}`))
    const left = stillPossible(list, '2026-11-22')
    expect(left.map(({ place }) => place)).toEqual([
      'day-2026-11',
      'summer-holidays-2026',
      'summer-holidays-2026.Cardiff',
    ])
    expect(left.map(searchLine)[0]).toBe('Any day in November 2026, 7 nights, 2 guests')
  })

  it('say what was asked for, and where its results are', () => {
    const asked = search('12', '&children=2&date=04%2F05%2F2027&dogs=y')
    expect(searchLine(asked)).toBe('4 May 2027, 7 nights, 4 guests + dogs')
    expect(searchPath(asked)).toBe(`/results?${asked.query}`)
    expect(searchPath(search('all-regions'))).toMatch(/^\/results\/all-regions\?/)
    expect(searchPath(search('all-regions', '&park=A'))).toMatch(/^\/results\?/)
  })

  it.each([
    [{ query: 'a', place: 'b' }, true],
    [{ query: 'a' }, false],
    [{ query: 'x'.repeat(601), place: 'b' }, false],
    [7, false],
  ])('%j is a search: %s', (value, valid) => {
    expect(isRecentSearch(value)).toBe(valid)
  })
})
