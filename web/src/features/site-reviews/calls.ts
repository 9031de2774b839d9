import { defineCall } from '../../api'
import type { SiteReviews } from '../../api/schema'

/** GET /api/sitereviews: what customers say about the brand. */
export const siteReviewsCall = defineCall<void, SiteReviews>({
  name: 'GET_SITE_REVIEWS',
  path: '/api/sitereviews',
  once: true,
})
