// How many nights may be stayed, per channel (specification, part 2, 'Allowed nights').
import { ALL_REGIONS, type MinPrices } from './price-lookup'

/** Region id (and 'all-regions') → the nights that have prices, ascending. */
export type NightsOptions = Readonly<Record<string, readonly number[]>>

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

const OTHER_NIGHTS: readonly number[] = [2, 3, 4, 7, 10, 11, 14]

const CHANNEL_NIGHTS: Readonly<Record<string, readonly number[]>> = {
  uktouring: range(1, 21),
  boats: [...range(3, 12), 14],
  eurocaravan: range(3, 21),
  ukcottages: [...range(1, 14), 21],
  uklodge: [2, 3, 4, 5, 6, 7, 10, 11, 14],
}

/**
 * The nights a visitor may choose. For ukcaravan they come from the server, per
 * region: before its answer is there (`caravanNightsOptions` undefined) the list
 * of 'any other' channel stands in; a region without prices has none.
 */
export function allowedNights(
  channelId: string,
  regionId: string,
  caravanNightsOptions: NightsOptions | undefined,
): readonly number[] {
  if (channelId !== 'ukcaravan') return CHANNEL_NIGHTS[channelId] ?? OTHER_NIGHTS
  if (!caravanNightsOptions) return OTHER_NIGHTS
  return caravanNightsOptions[regionId] ?? []
}

/** Per region the sorted unique nights found in min prices, and their union as 'all-regions'. */
export function nightsOptionsOf(minPrices: MinPrices): NightsOptions {
  const all = new Set<number>()
  const options: Record<string, number[]> = {}
  for (const region in minPrices) {
    const nights = new Set<number>()
    for (const date in minPrices[region]) {
      for (const key in minPrices[region][date]) nights.add(Number(key))
    }
    for (const count of nights) all.add(count)
    options[region] = ascending(nights)
  }
  options[ALL_REGIONS] = ascending(all)
  return options
}

function ascending(values: Iterable<number>): number[] {
  return [...values].toSorted((a, b) => a - b)
}
