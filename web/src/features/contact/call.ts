import { defineCall } from '../../api'
import type { ContactAnswer } from '../../api/schema'
import { brand } from '../../brands'
import type { ContactMessage } from '../../rules/contact-form'

/** Where the message is sent. */
export const CONTACT_PATH = '/api/contact'

/** POST /api/contact. */
export const contactCall = defineCall<ContactMessage, ContactAnswer>({
  name: 'CONTACT',
  method: 'POST',
  path: CONTACT_PATH,
  once: true,
  send: (message) => ({ siteCode: brand.siteCode, ...message }),
})
