import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_REGIONS,
  allowsPets,
  cheapestOnDate,
  cheapestPerDate,
  cheapestPerRegion,
  lookupNights,
  priceForParty,
  type MinPrices,
  type RequestedStay,
} from './price-lookup'

const inventory = fc.dictionary(
  fc.constantFrom('12', '13', '15', '20'),
  fc.dictionary(
    fc.constantFrom('17/07/2026', '18/07/2026', '01/08/2026'),
    fc.dictionary(
      fc.constantFrom('3', '4', '7'),
      fc.dictionary(
        fc.constantFrom('N', 'Y', 'y', 'YN'),
        fc.dictionary(fc.constantFrom('2', '4', '6', '10'), fc.integer({ min: 50, max: 900 }), {
          maxKeys: 4,
        }),
        { maxKeys: 4 },
      ),
      { maxKeys: 3 },
    ),
    { maxKeys: 3 },
  ),
  { maxKeys: 4 },
)
const stay: fc.Arbitrary<RequestedStay> = fc.record({
  nights: fc.constantFrom(3, 4, 7, 10),
  partySize: fc.integer({ min: 1, max: 12 }),
  pets: fc.boolean(),
})

/** Every price that the rule allows, computed in the most direct way. */
function admitted(inv: MinPrices, requested: RequestedStay, region?: string, date?: string) {
  const found: { region: string; date: string; price: number }[] = []
  for (const [r, dates] of Object.entries(inv)) {
    if (region === undefined ? r === '15' : region === ALL_REGIONS ? r === '15' : r !== region)
      continue
    for (const [d, byNights] of Object.entries(dates)) {
      if (date !== undefined && d !== date) continue
      for (const [n, byPets] of Object.entries(byNights)) {
        if (Number(n) !== requested.nights) continue
        for (const [flag, prices] of Object.entries(byPets)) {
          if (requested.pets && !/y/i.test(flag)) continue
          const sizes = Object.keys(prices)
            .map(Number)
            .toSorted((a, b) => a - b)
          const largest = sizes.at(-1)
          if (largest === undefined || requested.partySize > largest) continue
          const size = sizes.find((s) => s >= requested.partySize)
          found.push({ region: r, date: d, price: prices[String(size)] ?? NaN })
        }
      }
    }
  }
  return found
}

function minima(found: { key: string; price: number }[]): Record<string, number> {
  const best: Record<string, number> = {}
  for (const { key, price } of found) best[key] = Math.min(best[key] ?? Infinity, price)
  return best
}

describe('the price of a party', () => {
  it('[AVAIL-17] is that of the first threshold that is at least the party size', () => {
    const prices = { 6: 189, 2: 129, 4: 149 }
    expect([1, 2, 3, 4, 5, 6, 7].map((size) => priceForParty(prices, size))).toEqual([
      129,
      129,
      149,
      149,
      189,
      189,
      undefined,
    ])
  })

  it('[AVAIL-18] needs matching nights, pets allowed when requested, and a large enough unit', () => {
    const prices = { 3: { N: { 2: 100 }, Y: { 4: 150 } } }
    const price = (requested: RequestedStay) =>
      cheapestOnDate(prices, '17/07/2026', '12', requested)?.cheapestPrice
    expect(price({ nights: 3, partySize: 2, pets: false })).toBe(100)
    expect(price({ nights: 3, partySize: 2, pets: true })).toBe(150)
    expect(price({ nights: 3, partySize: 4, pets: false })).toBe(150)
    expect(price({ nights: 4, partySize: 2, pets: false })).toBeUndefined()
    expect(price({ nights: 3, partySize: 5, pets: false })).toBeUndefined()
  })

  it("[AVAIL-06] allows pets where the flag contains 'Y'", () => {
    expect(['Y', 'YN', 'y', 'N', ''].map(allowsPets)).toEqual([true, true, true, false, false])
  })
})

describe('the cheapest entries', () => {
  it('[AVAIL-19] for each date and region are the minima of all prices that the rule allows', () => {
    fc.assert(
      fc.property(inventory, stay, fc.constantFrom('12', ALL_REGIONS), (inv, requested, region) => {
        const perDate = cheapestPerDate(inv, region, requested)
        expect(
          Object.fromEntries([...perDate].map(([date, entry]) => [date, entry.cheapestPrice])),
        ).toEqual(
          minima(admitted(inv, requested, region).map((e) => ({ key: e.date, price: e.price }))),
        )
        const perRegion = cheapestPerRegion(inv, '17/07/2026', requested)
        expect(
          Object.fromEntries([...perRegion].map(([id, entry]) => [id, entry.cheapestPrice])),
        ).toEqual(
          minima(
            admitted(inv, requested, undefined, '17/07/2026').map((e) => ({
              key: e.region,
              price: e.price,
            })),
          ),
        )
      }),
    )
  })

  it('[AVAIL-05] [AVAIL-07] have the date, region, prices, nights and pets of their source', () => {
    const inv = { 12: { '17/07/2026': { 3: { Y: { 4: 169 } } } } }
    expect(
      cheapestPerDate(inv, '12', { nights: 3, partySize: 3, pets: true }).get('17/07/2026'),
    ).toEqual({
      date: '17/07/2026',
      region: '12',
      cheapestPrice: 169,
      prices: { 4: 169 },
      nights: 3,
      pets: 'Y',
    })
  })

  it('use the server’s minimum over all regions instead of computing it', () => {
    const inv = { [ALL_REGIONS]: { '17/07/2026': { 3: { N: { 2: 99 } } } } }
    expect(
      cheapestPerDate(inv, ALL_REGIONS, { nights: 3, partySize: 2, pets: false }).get('17/07/2026')
        ?.cheapestPrice,
    ).toBe(99)
  })
})

it('[CAL-13] nights that are not a number count as 1', () => {
  expect([undefined, null, 'x', '', NaN, '4', 7].map(lookupNights)).toEqual([1, 1, 1, 1, 1, 4, 7])
})
