import type { LateDeal } from '../../api'
import { DEFAULT_CHANNEL } from '../../rules/channels'
import { formatShort, parseDate, type CalendarDate } from '../../rules/dates'
import { fromStayQuery } from '../../rules/stay-query'
import { parkPath } from '../park-card'

/** The numbers of nights by which deals are grouped, in this order. */
export const dealNights = [3, 4, 7] as const

const DEALS_PER_GROUP = 3

export interface Deal {
  date: CalendarDate
  nights: number
  park: string
  name: string
  price: number
}

export interface DealGroup {
  nights: number
  deals: Deal[]
}

/**
 * The late deals to show: for 3, 4 and 7 nights, the cheapest deal on each of the first three
 * future dates, of a reader of the promotion on the reader's. Groups without deals are omitted.
 */
export function groupDeals(
  latedeals: readonly LateDeal[],
  today: CalendarDate,
  offerDates?: ReadonlySet<string>,
): DealGroup[] {
  const future = latedeals
    .filter(({ date }) => offerDates?.has(date) ?? true)
    .flatMap((deal) => {
      const date = parseDate(deal.date)
      return date !== undefined && date > today ? [{ ...deal, date }] : []
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.price - b.price))
  return dealNights
    .map((nights) => ({
      nights,
      deals: future
        .filter((deal) => deal.nights === nights)
        .filter((deal, index, list) => list[index - 1]?.date !== deal.date)
        .slice(0, DEALS_PER_GROUP),
    }))
    .filter(({ deals }) => deals.length > 0)
}

/** The address of the results of all regions for the date and nights of a deal. */
export function dealUrl({ date, nights }: Pick<Deal, 'date' | 'nights'>): string {
  const day = encodeURIComponent(formatShort(date))
  return `/results/all-regions?channel=ukcaravan&region=all-regions&date=${day}&nights=${nights}`
}

/** The address of the prices of a deal's park on its date, for the party of the deal. */
export function dealParkUrl({ park, name, date, nights }: Omit<Deal, 'price'>): string {
  const query = fromStayQuery({ channel: DEFAULT_CHANNEL, date: formatShort(date), nights })
  return parkPath({ parkId: park, name, channel: DEFAULT_CHANNEL }, query, 'prices')
}

/** The address of a park's picture. Its folder is the first letter of the park's code. */
export function parkImageUrl(park: string, imagesBase: string, ext: string): string {
  return `${imagesBase}/parks/${park.charAt(0).toUpperCase()}/${park}/1.${ext}`
}
