import { channelFamily } from '../../rules/channels'

/** What the query of a listing of parks says. */
export interface Listing {
  /** From 1 on. */
  page: number
  /** Ids of boolean filters: parks with all of them. */
  features: number[]
  dogs: boolean
  byPrice: boolean
}

/** Reads the query of a listing; what it does not know counts as not said. */
export function readListing(query: string): Listing {
  const found = new URLSearchParams(query)
  const page = found.get('page') ?? ''
  const features = (found.get('features') ?? '').split(',').filter((id) => /^\d+$/.test(id))
  return {
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    features: [...new Set(features.map(Number))].toSorted((a, b) => a - b),
    dogs: found.get('dogs')?.toLowerCase() === 'y',
    byPrice: found.get('sort') === 'price',
  }
}

/** The query of a listing, with its '?'; '' for the first page of all parks by name. A region stands in it on operators' pages. */
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

/** '1 park', '1,204 routes' */
export function countOf(channel: string, count: number): string {
  const unit = channelFamily(channel).unit.toLowerCase()
  return `${grouped(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** 1204 as '1,204' */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
