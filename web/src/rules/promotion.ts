// The rules of newspaper promotions (specification, 'Promotion gate'; open points
// PROMO-1 to PROMO-12).

/** The promotions, by the channels for which they hold. */
export type PromoType = 'ukpromo' | 'eupromo'

/** What the server says about the brand's promotion. */
export interface PromotionRules {
  open: string
  emailcapture: string
  papercapture: string
  keywords: number
  papercodes?: Readonly<Record<string, string>>
}

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
