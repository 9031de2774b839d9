// The rules of newspaper promotions (specification, 'Promotion gate'; open points
// PROMO-1 to PROMO-12).
import { isEmail } from './validators'

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

/** The newspapers in the order of their codes. */
export function newspapers(
  promotion: PromotionRules | undefined,
): readonly { code: string; name: string }[] {
  return Object.entries(promotion?.papercodes ?? {})
    .map(([code, name]) => ({ code, name }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

/** What the visitor has entered. */
export interface GateValues {
  words: readonly string[]
  newspaper: string
  email: string
}

/** The errors of the gate's fields. */
export interface GateErrors {
  words?: string
  newspaper?: string
  email?: string
}

export const WRONG_WORDS = 'Please input correct code words'
export const WRONG_NEWSPAPER = 'Please input a newspaper'
export const WRONG_EMAIL = 'Please input valid email'

/** The errors of all fields that the promotion asks for; empty when there are none. */
export function checkGate(promotion: PromotionRules, values: GateValues): GateErrors {
  const errors: GateErrors = {}
  const words = Array.from({ length: wordCount(promotion) }, (_, at) => values.words[at] ?? '')
  if (words.some((word) => !word.trim())) errors.words = WRONG_WORDS
  if (promotion.papercapture === 'Y' && !values.newspaper) errors.newspaper = WRONG_NEWSPAPER
  const email = values.email.trim()
  if (promotion.emailcapture === 'Y' && (!email || !isEmail(email))) errors.email = WRONG_EMAIL
  return errors
}

/** The browser's data by which iOS is recognised. */
export interface Device {
  userAgent: string
  maxTouchPoints: number
}

/** Whether the device runs iOS, whose own select is easier to use. */
export function isIos({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
