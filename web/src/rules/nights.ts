// The numbers of nights that a visitor may choose, per channel (specification, part 2, 'Allowed nights').
import { plural } from './plural'

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
 * The numbers of nights that a visitor may choose. For ukcaravan they come from the server, for
 * each region; a region without prices has none. Until they are loaded (`caravanNightsOptions` is
 * undefined), the list of 'any other' channel is used.
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

/** Advice when the chosen number of nights is not available: 'Try 3, 4 or 7 nights.' */
export function nightsHelp(duration: number, available: readonly number[]): string {
  const text = `${plural(duration, 'night')} unavailable.`
  const near = available
    .toSorted((a, b) => Math.abs(a - duration) - Math.abs(b - duration))
    .slice(0, 3)
  if (near.length === 0) return `${text} Try another place.`
  const sorted = near.toSorted((a, b) => a - b)
  const last = sorted.at(-1) ?? 0
  const list = sorted.length === 1 ? String(last) : `${sorted.slice(0, -1).join(', ')} or ${last}`
  return `${text} Try ${list} ${last === 1 ? 'night' : 'nights'}.`
}
