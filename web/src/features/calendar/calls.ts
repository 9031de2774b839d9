import { defineCall } from '../../api'
import type { DateChoices } from '../../api/schema'

/**
 * GET /api/datechoices: the flexible dates for which a channel has anything on sale, with the school
 * holidays of a council; of a reader of the promotion (`promo`), on the own offer dates.
 */
export const choicesCall = defineCall<
  { channel: string; promo?: '1'; council?: string },
  DateChoices
>({
  name: 'DATE_CHOICES',
  path: '/api/datechoices',
  latest: true,
})
