import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_OF_THE_UK,
  EUROPEAN_ORDER,
  isRegionValid,
  regionAfterChannelChange,
  regionAfterReset,
  regionLabel,
  regionList,
  unavailableRegions,
  type RegionLike,
} from './regions'

const region = (id: string, name: string, parkCount = 3): RegionLike => ({
  id,
  name,
  desc: '',
  dogs: 'Y',
  parkCount,
})
const byId = (...list: RegionLike[]) => Object.fromEntries(list.map((one) => [one.id, one]))
const names = (channel: string, ...list: RegionLike[]) =>
  regionList(channel, byId(...list)).map(({ name }) => name)

const regions = {
  ukcaravan: byId(region('12', 'Cornwall'), region('13', 'Devon'), region('15', 'Hidden')),
  uklodge: byId(region('40', 'Wales'), region('41', ' cornwall ')),
  eurocaravan: byId(region('70', 'Spain'), region('71', 'France: North')),
}

describe('region lists', () => {
  it('[SRCH-77] never hold region 15', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ukcaravan', 'eurocaravan', 'uklodge', 'boats'),
        fc.array(fc.string()),
        (channel, all) => {
          const list = regionList(
            channel,
            byId(region('15', 'Hidden'), ...all.map((name, i) => region(String(i + 100), name))),
          )
          expect(list.some(({ id }) => id === '15')).toBe(false)
        },
      ),
    )
  })

  it("[SRCH-78] [CHAN-13] of ukcaravan begin with 'All of the UK'", () => {
    expect(
      regionList('ukcaravan', byId(region('13', 'Devon'), region('12', 'Cornwall')))[0],
    ).toMatchObject({
      id: 'all-regions',
      name: 'All of the UK',
      dogs: 'Y',
    })
    expect(names('ukcaravan', region('13', 'Devon'), region('12', 'cornwall'))).toEqual([
      'All of the UK',
      'cornwall',
      'Devon',
    ])
  })

  it('[SRCH-79] of eurocaravan are in the fixed order, others after it', () => {
    const shuffled = EUROPEAN_ORDER.toReversed().map((name, i) => region(String(i + 1), name))
    expect(
      names(
        'eurocaravan',
        region('98', 'Zakynthos'),
        region('99', 'Albania'),
        ...shuffled.slice(0, 14),
      ),
    ).toEqual([
      'France: North',
      'France: Central',
      'France: South & Corsica',
      'Spain',
      'Italy: North',
      'Italy: Central & Sardinia',
      'Croatia',
      'Netherlands & Luxembourg',
      'Germany',
      'Austria & Switzerland',
      'Portugal',
      'Slovenia',
      'Albania',
      'Zakynthos',
    ])
  })

  it('[SRCH-80] of other channels are alphabetical without regard to case', () => {
    expect(
      names('boats', region('1', 'norfolk'), region('2', 'Ardennes'), region('3', 'Midlands')),
    ).toEqual(['Ardennes', 'Midlands', 'norfolk'])
  })

  it('[SRCH-81] are empty if the channel has none', () => {
    expect(regionList('ukcaravan', {})).toEqual([])
    expect(regionList('ukcaravan', undefined)).toEqual([])
    expect(regionList('boats', byId(region('15', 'Hidden')))).toEqual([])
  })

  it('[SRCH-19] are labelled', () => {
    expect(regionLabel(undefined, regions.ukcaravan)).toBe('Loading...')
    expect(regionLabel('12', undefined)).toBe('Loading...')
    expect(regionLabel('all-regions', undefined)).toBe('All of the UK')
    expect(regionLabel('12', regions.ukcaravan)).toBe('Cornwall')
  })
})

describe('a change of channel', () => {
  const cornwall = { channelId: 'ukcaravan', regionId: '12' }

  it('[SRCH-60] without a channel falls back to ukcaravan and all regions', () => {
    expect(regionAfterChannelChange(undefined, cornwall, regions)).toEqual({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
    })
  })

  it('[SRCH-61] to an unknown code falls back to ukcaravan', () => {
    expect(regionAfterChannelChange('cruises', cornwall, regions)).toEqual(cornwall)
    expect(
      regionAfterChannelChange('hotels', { channelId: 'uklodge', regionId: '40' }, regions),
    ).toEqual({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
    })
  })

  it('[SRCH-62] keeps the region of the same name', () => {
    expect(regionAfterChannelChange('uklodge', cornwall, regions)).toEqual({
      channelId: 'uklodge',
      regionId: '41',
    })
  })

  it('[SRCH-63] otherwise chooses the first region of the new channel', () => {
    expect(regionAfterChannelChange('eurocaravan', cornwall, regions).regionId).toBe('71')
    expect(
      regionAfterChannelChange(
        'uklodge',
        { channelId: 'ukcaravan', regionId: ALL_OF_THE_UK.id },
        regions,
      ).regionId,
    ).toBe('41')
  })

  it('[SRCH-64] reset chooses ukcaravan first, then all regions', () => {
    expect(regionAfterReset({ channelId: 'uklodge', regionId: '41' }, regions)).toEqual(cornwall)
    expect(regionAfterReset(cornwall, regions)).toEqual({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
    })
    expect(regionAfterReset({ channelId: 'ukcaravan', regionId: 'all-regions' }, regions)).toEqual({
      channelId: 'ukcaravan',
      regionId: 'all-regions',
    })
  })
})

it('[SRCH-76] a place is usable when it is set and in none of the three lists', () => {
  const none = { excludedChannels: [], excludedRegions: {}, unavailableRegions: {} }
  const valid = (channelId: string | undefined, regionId: string | undefined, lists = {}) =>
    isRegionValid({ channelId, regionId }, { ...none, ...lists })
  expect(valid('ukcaravan', '12')).toBe(true)
  expect(valid('ukcaravan', 'all-regions')).toBe(true)
  expect(valid('uklodge', 'all-regions')).toBe(false)
  expect(valid(undefined, '12')).toBe(false)
  expect(valid('ukcaravan', '')).toBe(false)
  expect(valid('ukcaravan', '12', { excludedChannels: ['ukcaravan'] })).toBe(false)
  expect(valid('ukcaravan', '12', { excludedRegions: { ukcaravan: ['12'] } })).toBe(false)
  expect(valid('ukcaravan', '12', { unavailableRegions: { ukcaravan: ['12'] } })).toBe(false)
  expect(unavailableRegions({ boats: byId(region('1', 'A', 0), region('2', 'B')) })).toEqual({
    boats: ['1'],
  })
})
