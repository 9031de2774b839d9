/**
 * The numbers that the specification gives without saying what they are for
 * (1000, 0, 2, false, 2, 12, true, 1, in that order), named by decision.
 */

/** The greatest price of the price slider, in pounds; there it means 'no upper limit'. */
export const PRICE_SLIDER_MAX = 1000
export const PRICE_SLIDER_MIN = 0
export const ADULTS_DEFAULT = 2
export const PETS_DEFAULT = false
export const BOATS_MIN_ADULTS = 2
export const BLOG_PAGE_SIZE = 12
export const CARD_PROVIDER_FLAG_DEFAULT = true
export const ADULTS_MIN = 1
