import { defineCall } from '../../api'
import type { Click } from '../../api/schema'

/**
 * GET /api/awin: the server keeps an affiliate click, or removes it for a visitor who rejected. The
 * removal cancels the report of a click.
 */
export const clickCall = defineCall<{ awc: string }, Click>({
  name: 'awin',
  path: '/api/awin',
  latest: true,
})
