import type { LateDeal } from '../../api'
import { formatShort, parseDate, type CalendarDate } from '../../rules/dates'

/** The stays that the deals are grouped by, in this order. */
export const dealNights = [3, 4, 7] as const

const DEALS_PER_GROUP = 3

export interface Deal {
  date: CalendarDate
  nights: number
  park: string
  price: number
}

export interface DealGroup {
  nights: number
  deals: Deal[]
}

/** The late deals to show: per 3, 4 and 7 nights the earliest three future dates; groups without deals are left out. */
export function groupDeals(latedeals: readonly LateDeal[], today: CalendarDate): DealGroup[] {
  const future = latedeals
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

/** Where a deal leads: all regions on its date for its nights. */
export function dealUrl({ date, nights }: Pick<Deal, 'date' | 'nights'>): string {
  const day = encodeURIComponent(formatShort(date))
  return `/results/all-regions?channel=ukcaravan&region=all-regions&date=${day}&nights=${nights}`
}

/** A picture of a park; its path begins with the first letter of the park's code. */
export function parkImageUrl(park: string, imagesBase: string, ext: string): string {
  return `${imagesBase}/parks/${park.charAt(0).toUpperCase()}/${park}/1.${ext}`
}
