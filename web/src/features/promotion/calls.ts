import { defineCall, type Promotion } from '../../api'
import { brand } from '../../brands'
import type { PromoType } from '../../rules/promotion'

/** What the visitor has entered; a field that the promotion does not ask for is left out. */
export interface GateParams {
  words: readonly string[]
  newspaper?: string
  email?: string
}

/** POST /api/validatecodewords. */
export const validateCodeWordsCall = defineCall<GateParams, unknown>({
  name: 'VALIDATE_CODE_WORDS',
  method: 'POST',
  path: '/api/validatecodewords',
  urlEncoded: true,
  once: true,
  send: ({ words, newspaper, email }) => ({
    newspaper,
    email,
    ...Object.fromEntries(words.map((word, at) => [`code${at + 1}`, word])),
  }),
})

/** One arrival date of the promotion, as dd/mm/yyyy. */
export interface PromoDate {
  date: string
}

export interface PromoData {
  DATES: PromoDate[]
  promotion?: Promotion
  /** Whether this visitor has passed the gate, by the cookie that scripts cannot read. */
  passed?: boolean
}

/** GET /api/getpromodata. A newer call replaces an earlier one, whose answer is ignored. */
export const promoDataCall = defineCall<{ promo: PromoType; newspaper?: string }, PromoData>({
  name: 'GET_PROMO_DATA',
  path: '/api/getpromodata',
  latest: true,
  send: ({ promo, newspaper }) => ({
    siteCode: brand.siteCode,
    promo,
    newspaper: newspaper ? newspaper : undefined,
  }),
})
