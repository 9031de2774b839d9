import { defineCall } from '../../api'
import type { PriceMap, PriceRegion } from '../../api/schema'
import { isSearchableChannel, SEARCHABLE_CHANNELS } from '../../rules/channels'
import { addDays, parseDate, toIso } from '../../rules/dates'
import { toPence } from '../../rules/money'
import type { Party } from '../../rules/party'
import { queryToSearch, searchToQuery } from '../../rules/search-url'
import { ADULTS_DEFAULT } from '../../rules/settings'
import { USUAL_NIGHTS } from './StayFields'

/** The path of the page. */
export const PRICE_MAP = '/britain-by-price'

/** What the address of the page says: the names are those of a search, and one of its own. */
export interface PriceMapAddress extends Party {
  /** The Monday of the week of arrival, dd/mm/yyyy; '' for any week. */
  week: string
  /** A holiday type; '' for all. */
  channel: string
  nights: number
  dogs: boolean
}

/** The holiday types that are on the map. */
export const MAP_CHANNELS = SEARCHABLE_CHANNELS.filter((code) => code !== 'eurocaravan')

/** Reads the query of the page. What it cannot be is replaced by what is usual. */
export function readPriceMap(query: string): PriceMapAddress {
  const found = new URLSearchParams(query)
  const search = queryToSearch(query, { first: '' })
  const week = found.get('week') ?? ''
  return {
    week: parseDate(week) ? week : '',
    channel:
      isSearchableChannel(search.channelId) && MAP_CHANNELS.includes(search.channelId)
        ? search.channelId
        : '',
    nights: search.duration ?? USUAL_NIGHTS,
    adults: search.adults ?? ADULTS_DEFAULT,
    children: search.children ?? 0,
    under5s: search.under5s ?? 0,
    dogs: search.petFriendly ?? false,
  }
}

/** The address of the page. */
export function priceMapAddress(to: PriceMapAddress): string {
  const query = new URLSearchParams({
    ...(to.week ? { week: to.week } : {}),
    ...(to.channel ? { channel: to.channel } : {}),
    nights: String(to.nights),
    adults: String(to.adults),
    children: String(to.children),
    infants: String(to.under5s),
    ...(to.dogs ? { dogs: 'y' } : {}),
  })
  return `${PRICE_MAP}?${query.toString()}`
}

/** GET /api/pricemap: the cheapest stay of each region in every week. */
export const priceMapCall = defineCall<PriceMapAddress, PriceMap>({
  name: 'PRICE_MAP',
  path: '/api/pricemap',
  send: ({ channel, nights, adults, children, under5s, dogs }) => ({
    channel: channel || undefined,
    nights,
    adults,
    children,
    under5s,
    petFriendly: dogs ? 'Y' : undefined,
  }),
  key: (address) => priceMapAddress({ ...address, week: '' }),
  once: true,
})

/** The number of the week of an address in a map; 0, any week, where the map does not have it. */
export function weekOf(map: PriceMap, monday: string): number {
  return Math.max(
    0,
    map.weeks.findIndex((week) => week.monday === monday),
  )
}

/** The cheapest stay of a region in a week. */
export interface RegionStay {
  region: PriceRegion
  price: string
  date: string
  channel: string
  /** In which fifth of the regions its price is, the cheapest is 1. */
  fifth: number
}

/** The cheapest stays of a week, cheapest first, and the regions without one, by name. */
export function staysOf(map: PriceMap, week: number) {
  const stays: RegionStay[] = []
  const without: PriceRegion[] = []
  const upTo = map.weeks[week]?.upTo.map((price) => toPence(price) ?? 0) ?? []
  for (const region of map.regions) {
    const [price, date, channel] = [
      region.prices[week],
      region.dates[week],
      region.channels[week],
    ] as const
    if (price && date && channel) {
      const pence = toPence(price) ?? 0
      stays.push({
        region,
        price,
        date,
        channel,
        fifth: 1 + upTo.findIndex((most) => pence <= most),
      })
    } else without.push(region)
  }
  stays.sort((a, b) => (toPence(a.price) ?? 0) - (toPence(b.price) ?? 0))
  return { stays, without }
}

/** The results of a region on the date of its cheapest stay, for the party of the page. */
export function regionPath(stay: RegionStay, address: PriceMapAddress): string {
  const day = parseDate(stay.date)
  const { adults, children, under5s, dogs } = address
  const query = searchToQuery({
    channelId: stay.channel,
    regionId: stay.region.id,
    arrivalDate: day && toIso(day),
    duration: address.nights,
    adults,
    children,
    under5s,
    petFriendly: dogs,
    offers: [],
    features: [],
  })
  return `/results?${query}`
}

/** The cells of a region as the path of an SVG. */
export function cellsPath(cells: readonly number[], side: number): string {
  let path = ''
  for (let at = 0; at < cells.length; at += 3) {
    const [column = 0, row = 0, count = 0] = cells.slice(at, at + 3)
    path += `M${column * side} ${row * side}h${count * side}v${side}h${-count * side}z`
  }
  return path
}

/** The first and the last day of a week. */
export function daysOf(monday: string) {
  const first = parseDate(monday)
  return first && { first, last: addDays(first, 6) }
}
