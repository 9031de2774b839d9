import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  clampParty,
  isPartyInvalid,
  minAdults,
  partyLimits,
  partySizeOf,
  partyWords,
} from './party'

const count = fc.integer({ min: 0, max: 66 })
const party = fc.record({ adults: count, children: count, under5s: count })

it('[SRCH-75] each counter may reach 66 minus the other two', () => {
  fc.assert(
    fc.property(party.map(clampParty), (who) => {
      const limits = partyLimits(who)
      for (const key of ['adults', 'children', 'under5s'] as const) {
        expect(partySizeOf({ ...who, [key]: limits[key] })).toBe(66)
      }
    }),
  )
})

it('[SRCH-73] adults are at least 1, on boats 2', () => {
  expect(minAdults('ukcaravan')).toBe(1)
  expect(minAdults('boats')).toBe(2)
})

it('[SRCH-74] too few adults make a party invalid on boats only', () => {
  const one = { adults: 1, children: 2, under5s: 0 }
  expect(isPartyInvalid('boats', one)).toBe(true)
  expect(isPartyInvalid('boats', { ...one, adults: 2 })).toBe(false)
  expect(isPartyInvalid('ukcaravan', one)).toBe(false)
})

it('a party above the limit is reduced, the youngest first', () => {
  expect(clampParty({ adults: 60, children: 10, under5s: 5 })).toEqual({
    adults: 60,
    children: 6,
    under5s: 0,
  })
  fc.assert(fc.property(party, (who) => partySizeOf(clampParty(who)) <= 66))
})

it('has a text', () => {
  expect(partyWords({ adults: 1, children: 0, under5s: 0 })).toBe('1 adult')
  expect(partyWords({ adults: 2, children: 1, under5s: 2 })).toBe('2 adults, 1 child, 2 under 5s')
})
