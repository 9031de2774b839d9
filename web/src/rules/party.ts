// The party: limits, validity and texts (specification, part 1, section 5 'Search').
import { plural } from './plural'
import { ADULTS_MIN, BOATS_MIN_ADULTS } from './settings'

/** The largest party that can be searched for. */
export const PARTY_MAX = 66

/** Who travels. */
export interface Party {
  /** 18 and over */
  adults: number
  /** 5 to 17 */
  children: number
  /** Infants */
  under5s: number
}

/** The number of people, including infants. */
export function partySizeOf(party: Party): number {
  return party.adults + party.children + party.under5s
}

/** The smallest number of adults on a channel. */
export function minAdults(channelId: string): number {
  return channelId === 'boats' ? BOATS_MIN_ADULTS : ADULTS_MIN
}

/** The largest value of each counter while the other two do not change. */
export function partyLimits(party: Party): Party {
  const size = partySizeOf(party)
  return {
    adults: PARTY_MAX - (size - party.adults),
    children: PARTY_MAX - (size - party.children),
    under5s: PARTY_MAX - (size - party.under5s),
  }
}

/**
 * Whether there are too few adults for a boat. 0 adults is not an error: a search then uses the
 * default.
 */
export function isPartyInvalid(channelId: string, party: Party): boolean {
  return channelId === 'boats' && party.adults < BOATS_MIN_ADULTS
}

/** The message for a party that is too small for a boat. */
export const BOATS_PARTY_NOTE = `Min. ${BOATS_MIN_ADULTS} adults for Boating holidays.`

/**
 * Reduces a party from an address to the largest allowed size: adults are kept first, then
 * children, then under-5s.
 */
export function clampParty(party: Party): Party {
  const adults = Math.min(party.adults, PARTY_MAX)
  const children = Math.min(party.children, PARTY_MAX - adults)
  const under5s = Math.min(party.under5s, PARTY_MAX - adults - children)
  return { adults, children, under5s }
}

/** The party as text: '2 adults, 2 children, 1 under 5'. */
export function partyWords(party: Party): string {
  const parts = [plural(party.adults, 'adult')]
  if (party.children > 0)
    parts.push(party.children === 1 ? '1 child' : `${party.children} children`)
  if (party.under5s > 0) parts.push(party.under5s === 1 ? '1 under 5' : `${party.under5s} under 5s`)
  return parts.join(', ')
}
