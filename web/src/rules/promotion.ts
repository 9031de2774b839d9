// The rules of newspaper promotions (specification, 'Promotion gate'; open points
// PROMO-1 to PROMO-18).
import type { Pence } from './money'
import { plural } from './plural'

/** The promotions, by the channels for which they hold. */
export type PromoType = 'ukpromo' | 'eupromo'

/** What the server says about the brand's promotion. */
export interface PromotionRules {
  open: string
  emailcapture: string
  papercapture: string
  keywords: number
  papercodes?: Readonly<Record<string, string>>
  /** Per cent off the price of a stay that is booked under the promotion. */
  percentOff?: number
}

/**
 * The price of a stay under the promotion. The server decides what is paid; it computes the same
 * (booking.PromotionalPrice).
 */
export function promotionalPrice(price: Pence, percentOff = 0): Pence {
  return price - Math.floor((price * percentOff + 50) / 100)
}

/** Those of some days (dd/mm/yyyy) that are dates of the promotion; all where there is none. */
export function onPromoDates<Day extends { date: string }>(
  days: readonly Day[],
  promoDates: ReadonlySet<string>,
): readonly Day[] {
  return promoDates.size > 0 ? days.filter(({ date }) => promoDates.has(date)) : days
}

/** Why no day can be chosen where no stay of these nights starts on a date of the promotion. */
export const noOfferText = (nights: number): string =>
  `No holidays of ${plural(nights, 'night')} start on your offer dates. Please try another number of nights.`

/** The channel whose arrival dates the promotion limits. */
export const LIMITED_CHANNEL = 'ukcaravan'

/** The site code of the brand on which the gate replaces the search box. */
const GATED_SITE = 'RP'

/** The promotion of a channel; undefined while no channel is chosen. */
export function promoTypeOf(channelId: string): PromoType | undefined {
  if (!channelId) return undefined
  return channelId === 'eurocaravan' ? 'eupromo' : 'ukpromo'
}

/** The number of code words to enter; 0 when it is missing or not a number. */
export function wordCount(promotion: PromotionRules | undefined): number {
  const count = Number(promotion?.keywords)
  return Number.isInteger(count) && count > 0 ? count : 0
}

/** Whether visitors must enter anything. */
export function asksAnything(promotion: PromotionRules | undefined): boolean {
  return (
    promotion?.emailcapture === 'Y' || promotion?.papercapture === 'Y' || wordCount(promotion) > 0
  )
}

/** What the search box shows: the search form, the gate in its place, or nothing. */
export type BoxContent = 'form' | 'gate' | 'nothing'

export function boxContent(
  siteCode: string,
  promotion: PromotionRules | undefined,
  validated: boolean,
): BoxContent {
  if (promotion?.open === 'N') return 'nothing'
  const gated = siteCode === GATED_SITE && promotion?.open === 'Y' && asksAnything(promotion)
  return gated && !validated ? 'gate' : 'form'
}
