import { defineCall } from '../../api'
import type { DateChoices } from '../../api/schema'

/** GET /api/datechoices: the flexible dates for which a channel has anything on sale. */
export const choicesCall = defineCall<{ channel: string }, DateChoices>({
  name: 'DATE_CHOICES',
  path: '/api/datechoices',
  latest: true,
})
