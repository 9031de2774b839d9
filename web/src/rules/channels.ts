// The channels (holiday types): names, order, labels (specification, part 1, 'Channels').

/** A channel as the server sends it. */
export interface Channel {
  code: string
  name: string
  key: string
}

/** The channel with which a search starts. */
export const DEFAULT_CHANNEL = 'ukcaravan'

/** Names in menus and lists, in the order of the lists. The last, hotels, is only a menu entry. */
export const CHANNEL_NAMES: Readonly<Record<string, string>> = {
  ukcaravan: 'UK Holiday Parks',
  eurocaravan: 'European Holiday Parks',
  uklodge: 'UK Lodge Breaks',
  ukcottages: 'UK Cottages',
  uktouring: 'UK Camping & Touring Parks',
  boats: 'Boating Holidays',
  hotels: 'Hotels',
}

/** The channels that can be searched and browsed, in the order of their lists. */
export const SEARCHABLE_CHANNELS: readonly string[] = Object.keys(CHANNEL_NAMES).filter(
  (code) => code !== 'hotels',
)

/** Whether a code is one of the six that can be searched. */
export function isSearchableChannel(code: string | undefined): code is string {
  return code !== undefined && SEARCHABLE_CHANNELS.includes(code)
}

/** The searchable channels among these, in the fixed order. */
export function channelsInOrder<T extends { code: string }>(channels: readonly T[]): T[] {
  return SEARCHABLE_CHANNELS.flatMap(
    (code) => channels.find((channel) => channel.code === code) ?? [],
  )
}

/** The family of a channel, and the word for its places. */
export function channelFamily(code: string): { family: string; unit: string } {
  if (code === 'boats') return { family: 'Boating Holidays', unit: 'Route' }
  if (code === 'ukcottages') return { family: 'Cottages', unit: 'Cottage' }
  return { family: 'Holiday Parks', unit: 'Park' }
}

/** The word for one of a channel's places in a sentence: boats are browsed by route, and let by yards. */
export function placeWord(code: string): string {
  return code === 'boats' ? 'boatyard' : channelFamily(code).unit.toLowerCase()
}
