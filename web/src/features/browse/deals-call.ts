import { defineCall } from '../../api'
import type { Deals } from '../../api/schema'

/** Which deals: of a channel or one of its regions; those that begin soon or the `reduced` ones. */
export interface DealsRequest {
  channel: string
  region?: string
  reduced?: 'Y'
  page: number
  /** Only those on the offer dates of the visitor, a reader of the promotion. */
  promo?: '1'
}

/** GET /api/deals: a page of deals. */
export const dealsCall = defineCall<DealsRequest, Deals>({
  name: 'DEALS',
  path: '/api/deals',
  send: (request) => ({ ...request }),
  key: ({ channel, region, reduced, page, promo }) =>
    [channel, region, reduced, page, promo].join('/'),
  once: true,
})
