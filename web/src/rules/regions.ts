// Region lists, and how a change of channel changes the region (specification, part 1, 'Region
// lists' and 'Channel change').
import { DEFAULT_CHANNEL, isSearchableChannel } from './channels'
import { inOrder, sortKey } from './name-order'
import { ALL_REGIONS, EXCLUDED_REGION } from './price-lookup'

/** The fields of a region that the rules use; other fields are kept. */
export interface RegionLike {
  id: string
  name: string
  desc: string
  /** 'Y' means dog-friendly. */
  dogs: string
  parkCount?: number
  /** The centre of the region, in degrees; empty if unknown. */
  lat?: string
  lon?: string
}

/** Region id → region, of one channel. */
export type RegionsById<R extends RegionLike = RegionLike> = Readonly<Record<string, R>>
/** Channel code → its regions. */
export type RegionsByChannel<R extends RegionLike = RegionLike> = Readonly<
  Record<string, RegionsById<R>>
>

/** The first entry of the ukcaravan list. */
export const ALL_OF_THE_UK: RegionLike = {
  id: ALL_REGIONS,
  name: 'All of the UK',
  desc: '',
  dogs: 'Y',
}

/** The fixed order of the European regions. */
export const EUROPEAN_ORDER: readonly string[] = [
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
]

/**
 * The regions of a channel in the order of its 'Where' field; empty for a channel without regions.
 */
export function regionList(channelId: string, regions: RegionsById | undefined): RegionLike[] {
  const list = Object.values(regions ?? {})
    .filter(isListed)
    .map((region) => ({ region, key: sortKey(region.name) }))
    .toSorted((a, b) => inOrder(a.key, b.key) || inOrder(a.region.id, b.region.id))
    .map(({ region }) => region)
  if (list.length === 0) return []
  if (channelId === 'ukcaravan') return [ALL_OF_THE_UK, ...list]
  if (channelId === 'eurocaravan') return list.toSorted((a, b) => europeanRank(a) - europeanRank(b))
  return list
}

/** A region's name for display: 'Loading...' until it is known. */
export function regionLabel(
  regionId: string | undefined,
  regions: RegionsById | undefined,
): string {
  if (regionId === ALL_REGIONS) return ALL_OF_THE_UK.name
  return (regionId !== undefined && regions?.[regionId]?.name) || 'Loading...'
}

/** A channel with one of its regions. */
export interface ChannelRegion {
  channelId: string
  regionId: string
}

/**
 * The channel and region after a change of channel. Without a channel they are the defaults; an
 * unknown channel counts as ukcaravan. The region stays when the new channel has one with the same
 * name; otherwise it is the channel's first.
 */
export function regionAfterChannelChange(
  channelId: string | undefined,
  from: ChannelRegion,
  regions: RegionsByChannel,
): ChannelRegion {
  if (!channelId) return { channelId: DEFAULT_CHANNEL, regionId: ALL_REGIONS }
  const channel = isSearchableChannel(channelId) ? channelId : DEFAULT_CHANNEL
  const list = regionList(channel, regions[channel])
  const nameBefore =
    from.regionId === ALL_REGIONS
      ? ALL_OF_THE_UK.name
      : regions[from.channelId]?.[from.regionId]?.name
  const same =
    nameBefore === undefined ? undefined : list.find((region) => sameName(region.name, nameBefore))
  return {
    channelId: channel,
    regionId: (same ?? list[0])?.id ?? (channel === DEFAULT_CHANNEL ? ALL_REGIONS : ''),
  }
}

/** The result of 'Reset filter': first ukcaravan, then all its regions. */
export function regionAfterReset(from: ChannelRegion, regions: RegionsByChannel): ChannelRegion {
  if (from.channelId !== DEFAULT_CHANNEL)
    return regionAfterChannelChange(DEFAULT_CHANNEL, from, regions)
  return { channelId: DEFAULT_CHANNEL, regionId: ALL_REGIONS }
}

/** Lists of channels and regions that cannot be chosen. */
export interface Exclusions {
  excludedChannels: readonly string[]
  excludedRegions: Readonly<Record<string, readonly string[]>>
  unavailableRegions: Readonly<Record<string, readonly string[]>>
}

/** The regions without a park, by channel: they cannot be searched. */
export function unavailableRegions(regions: RegionsByChannel): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(regions).map(([channel, byId]) => [
      channel,
      Object.values(byId)
        .filter((region) => region.parkCount === 0)
        .map((region) => region.id),
    ]),
  )
}

/** Whether a region allows the search button to be enabled. */
export function isRegionValid(region: Partial<ChannelRegion>, exclusions: Exclusions): boolean {
  const { channelId, regionId } = region
  if (!channelId || !regionId) return false
  if (!isSearchableChannel(channelId) || exclusions.excludedChannels.includes(channelId))
    return false
  if (regionId === ALL_REGIONS) return channelId === DEFAULT_CHANNEL
  if (regionId === EXCLUDED_REGION) return false
  if (exclusions.excludedRegions[channelId]?.includes(regionId)) return false
  return !exclusions.unavailableRegions[channelId]?.includes(regionId)
}

/** Whether the 'Where' field of a channel has any option. */
export function hasRegions(regions: RegionsById | undefined): boolean {
  return Object.values(regions ?? {}).some(isListed)
}

function isListed({ id }: RegionLike): boolean {
  return id !== EXCLUDED_REGION && id !== ALL_REGIONS
}

function europeanRank(region: RegionLike): number {
  const rank = EUROPEAN_ORDER.indexOf(region.name)
  return rank < 0 ? EUROPEAN_ORDER.length : rank
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
