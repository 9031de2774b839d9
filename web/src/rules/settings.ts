/** Numbers that the specification lists, in this order, without saying what they are for. */

/** The largest price of the price slider, in pounds. At this value there is no upper limit. */
export const PRICE_SLIDER_MAX = 1000
export const PRICE_SLIDER_MIN = 0
export const ADULTS_DEFAULT = 2
export const PETS_DEFAULT = false
export const BOATS_MIN_ADULTS = 2
/** The number of posts on a page of the blog. */
export const BLOG_PAGE_SIZE = 12
export const CARD_PROVIDER_FLAG_DEFAULT = true
export const ADULTS_MIN = 1
