import { defineCall } from '../../api'
import type { Deals } from '../../api/schema'

/** Which deals: a channel's, or those of one of its regions; `reduced` instead of those that begin soon. */
export interface DealsAsked {
  channel: string
  region?: string
  reduced?: 'Y'
  page: number
}

/** GET /api/deals: a page of deals. */
export const dealsCall = defineCall<DealsAsked, Deals>({
  name: 'DEALS',
  path: '/api/deals',
  send: (asked) => ({ ...asked }),
  key: ({ channel, region, reduced, page }) =>
    [channel, region ?? '', reduced ?? '', page].join('/'),
  once: true,
})
