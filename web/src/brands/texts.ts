import { fill } from '../rules/text'
import type { SiteCode } from './configuration'

/** The texts that brands share; a brand overrides those that are its own. */
const base = {
  'company.name': 'Holidaymaker',
  'company.tagline': 'Holidays all over the UK',
  'support.phone': '',
  'support.hours': 'Mon-Sat 9am-5pm, Sun 10am-4pm',
  'contactPreference.email': 'Email me offers and news from {brandName}',
  'contactPreference.sms': 'Send me offers by text message',
  'contactPreference.thirdParty': 'I would like to receive offers from partners of {brandName}',
  'footer.trustClaim': 'Over 250,000 satisfied customers every year',
  'global.errorLoading': 'There was an error while loading. Please try again.',
  'global.errorSaving': 'There was an error while saving. Please try again.',
  'init.errorLoading': 'There was an error while loading the site. Please try again.',
  'myBooking.login.title': 'My Booking',
  'newsletter.title': 'Get holiday deals by email',
  'newsletter.intro': 'One e-mail a week from {brandName}. Leave the list whenever you like.',
  'newsletter.success': 'Thank you for signing up! Look out for our latest deals in your inbox.',
} as const

export type TextKey = keyof typeof base

const newspaperPartners =
  'I would like to receive offers from the newspaper and its group of companies'

const overrides: Readonly<Record<SiteCode, Partial<Record<TextKey, string>>>> = {
  BF: {
    'company.name': 'Brightfield Breaks',
    'company.tagline': 'Great British holidays for less',
    'support.phone': '0808 157 0101',
    'newsletter.title': 'Get our best holiday deals by email',
  },
  SN: {
    'company.name': 'Sentinel Travel',
    'company.tagline': 'Reader breaks by the sea',
    'support.phone': '0808 157 0102',
    'contactPreference.thirdParty': newspaperPartners,
    'newsletter.title': 'Get reader holiday deals by email',
  },
  MT: {
    'company.name': 'Meridian Times Holidays',
    'company.tagline': 'Holidays worth waking up for',
    'support.phone': '0808 157 0103',
    'contactPreference.thirdParty': newspaperPartners,
    'newsletter.title': 'Get reader holiday offers by email',
  },
  RP: {
    'company.name': 'Reader Promotions',
    'company.tagline': 'Breaks for our readers',
    'support.phone': '0808 157 0104',
    'contactPreference.thirdParty':
      'I would like to receive offers from the promotion partners of {brandName}',
    'newsletter.title': 'Get promotion news by email',
  },
}

/** A brand's text: its own, else the shared one, with {brandName} and the given values filled in. */
export function textOf(
  siteCode: SiteCode,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const own = overrides[siteCode]
  const text = own[key] ?? base[key]
  return fill(text, { brandName: own['company.name'] ?? base['company.name'], ...values })
}
