// The price rule of cached availability (specification, part 2, 'Price lookup').
//
// Prices are nested objects, exactly as the server sends them: region → date (dd/mm/yyyy) → nights
// → pets flag → party-size threshold → price in pounds. Nothing here copies this tree: every
// function reads the branch that it needs.

/** Party-size threshold → price of the stay in pounds. */
export type PartyPrices = Readonly<Record<string, number>>
/** Pets flag (a key that contains 'Y' allows pets) → prices. */
export type PetsPrices = Readonly<Record<string, PartyPrices>>
/** Nights → pets flag → prices: what one region or park has for one arrival date. */
export type DatePrices = Readonly<Record<string, PetsPrices>>
/** Arrival date (dd/mm/yyyy) → nights → … */
export type RegionPrices = Readonly<Record<string, DatePrices>>
/** Region id (or park id) → arrival date → … */
export type MinPrices = Readonly<Record<string, RegionPrices>>

/** The stay for which a price is looked up. */
export interface RequestedStay {
  nights: number
  /** Adults, children and under-5s together. */
  partySize: number
  /** Whether the party has dogs. */
  pets: boolean
}

/** One matching price, with its position in the tree. */
export interface AvailabilityEntry {
  /** dd/mm/yyyy */
  date: string
  region: string
  /** The price for the requested party, in pounds. */
  cheapestPrice: number
  prices: PartyPrices
  nights: number
  /** The pets flag as the server wrote it. */
  pets: string
}

/** The id for all regions of a channel. */
export const ALL_REGIONS = 'all-regions'
/** A region that is never shown (specification, 'Region lists'). */
export const EXCLUDED_REGION = '15'

/** The number of nights to look up; a value that is not a number counts as 1. */
export function lookupNights(nights: unknown): number {
  const value = typeof nights === 'string' && nights.trim() !== '' ? Number(nights) : nights
  return typeof value === 'number' && Number.isFinite(value) ? value : 1
}

/** Whether prices under this pets flag allow pets. */
export function allowsPets(flag: string): boolean {
  return flag.toUpperCase().includes('Y')
}

/**
 * The price for a party: the price at the first threshold, ascending, that is at least the party's
 * size. Undefined when the party is larger than every threshold.
 */
export function priceForParty(prices: PartyPrices, partySize: number): number | undefined {
  let threshold = Infinity
  let price: number | undefined
  for (const key in prices) {
    const size = Number(key)
    if (size >= partySize && size < threshold) {
      threshold = size
      price = prices[key]
    }
  }
  return price
}

/** The cheapest eligible entry of one region on one arrival date. */
export function cheapestOnDate(
  prices: DatePrices | undefined,
  date: string,
  region: string,
  asked: RequestedStay,
): AvailabilityEntry | undefined {
  const byPets = prices?.[String(asked.nights)]
  let best: AvailabilityEntry | undefined
  for (const pets in byPets) {
    if (asked.pets && !allowsPets(pets)) continue
    const partyPrices = byPets[pets]
    if (!partyPrices) continue
    const price = priceForParty(partyPrices, asked.partySize)
    if (price === undefined || (best && best.cheapestPrice <= price)) continue
    best = { date, region, cheapestPrice: price, prices: partyPrices, nights: asked.nights, pets }
  }
  return best
}

/**
 * The cheapest entry of each arrival date, by dd/mm/yyyy: for one region, or over all regions for
 * 'all-regions' when the server sent no minimum for it.
 */
export function cheapestPerDate(
  minPrices: MinPrices,
  regionId: string,
  asked: RequestedStay,
): Map<string, AvailabilityEntry> {
  const best = new Map<string, AvailabilityEntry>()
  for (const region of regionsToRead(minPrices, regionId)) {
    const dates = minPrices[region]
    for (const date in dates) {
      const entry = cheapestOnDate(dates[date], date, region, asked)
      if (!entry) continue
      const before = best.get(date)
      if (!before || entry.cheapestPrice < before.cheapestPrice) best.set(date, entry)
    }
  }
  return best
}

/** The cheapest entry of every region on one arrival date, by region id. */
export function cheapestPerRegion(
  minPrices: MinPrices,
  date: string,
  asked: RequestedStay,
): Map<string, AvailabilityEntry> {
  const best = new Map<string, AvailabilityEntry>()
  for (const region in minPrices) {
    if (region === EXCLUDED_REGION || region === ALL_REGIONS) continue
    const entry = cheapestOnDate(minPrices[region]?.[date], date, region, asked)
    if (entry) best.set(region, entry)
  }
  return best
}

/**
 * The regions whose prices to read for a region: itself, or all regions for 'all-regions' when that
 * has no prices.
 */
function regionsToRead(minPrices: MinPrices, regionId: string): string[] {
  if (regionId !== ALL_REGIONS || minPrices[ALL_REGIONS]) return [regionId]
  return Object.keys(minPrices).filter((id) => id !== EXCLUDED_REGION)
}
