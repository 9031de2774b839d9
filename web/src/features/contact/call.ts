import { defineCall } from '../../api'
import type { ContactAnswer } from '../../api/schema'
import { brand } from '../../brands'
import type { ContactMessage } from '../../rules/contact-form'

/** POST /api/contact. */
export const contactCall = defineCall<ContactMessage, ContactAnswer>({
  name: 'CONTACT',
  method: 'POST',
  path: '/api/contact',
  once: true,
  send: (message) => ({ siteCode: brand.siteCode, ...message }),
})
