import { CHANNEL_NAMES, channelFamily, placeWord } from '../../rules/channels'
import { groupThousands } from '../../rules/money'
import { pageNumber } from '../../rules/page-number'
import { inPlace } from '../../rules/place-in-text'

/** The query of a list of parks: page, filters and order. */
export interface Listing {
  /** Beginning with 1. */
  page: number
  /** Ids of boolean filters. A park must pass all of them. */
  features: number[]
  dogs: boolean
  byPrice: boolean
}

/** Reads the query of a list. Invalid values are ignored. */
export function readListing(query: string): Listing {
  const found = new URLSearchParams(query)
  const features = (found.get('features') ?? '').split(',').filter((id) => /^\d+$/.test(id))
  return {
    page: pageNumber(found),
    features: [...new Set(features.map(Number))].toSorted((a, b) => a - b),
    dogs: found.get('dogs')?.toLowerCase() === 'y',
    byPrice: found.get('sort') === 'price',
  }
}

/**
 * Writes the query of a list, with '?'. It is '' for the first page of all parks by name.
 * Operators' pages have the region in it.
 */
export function listingQuery(listing: Partial<Listing>, region?: string): string {
  const { page = 1, features = [], dogs = false, byPrice = false } = listing
  const parts = [
    region && `region=${encodeURIComponent(region)}`,
    dogs && 'dogs=y',
    features.length > 0 && `features=${features.join(',')}`,
    byPrice && 'sort=price',
    page > 1 && `page=${page}`,
  ].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** 'Browse Holiday Parks by Park' */
export function browseBy(channel: string): string {
  const { family, unit } = channelFamily(channel)
  return `Browse ${family} by ${unit}`
}

/**
 * The title of a list of parks in a place. Lodges and touring parks share the heading of holiday
 * parks, so their titles name the channel.
 */
export function listTitle(channel: string, place: string): string {
  const title = `${browseBy(channel)} ${inPlace(place)}`
  return /^uk(lodge|touring)$/.test(channel) ? `${title}: ${CHANNEL_NAMES[channel]}` : title
}

/** '1 park', '1,204 boatyards' */
export function countOf(channel: string, count: number): string {
  return `${groupThousands(count)} ${placeWord(channel)}${count === 1 ? '' : 's'}`
}
