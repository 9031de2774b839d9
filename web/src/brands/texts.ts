import { fill } from '../rules/text'

/** The texts that brands share. A brand can override them. */
const base = {
  'contactPreference.email': 'Email me offers and news from {brandName}',
  'contactPreference.sms': 'Send me offers by text message',
  'contactPreference.thirdParty': 'I would like to receive offers from partners of {brandName}',
  /** What stands in an empty field for a date of birth. */
  dob: 'dd/mm/yyyy',
  'footer.trustClaim': 'Over 250,000 satisfied customers every year',
  'forms.previousBooking.blankBookingId': 'Please enter booking reference',
  'forms.previousBooking.blankPostcode': 'Please enter postcode',
  'forms.previousBooking.blankSurname': 'Please enter surname',
  'global.errorLoading': 'There was an error while loading. Please try again.',
  'global.errorSaving': 'There was an error while saving. Please try again.',
  'init.errorLoading': 'There was an error while loading the site. Please try again.',
  'myBooking.login.title': 'My Booking',
  'newsletter.title': 'Get holiday deals by email',
  'newsletter.intro': 'One email a week from {brandName}. Leave the list whenever you like.',
  'newsletter.success': 'Thank you for signing up! Look out for our latest deals in your inbox.',
  /** Below the button that pays. What the stay's own terms say about cancelling follows it. */
  'payment.noWithdrawal': 'Holidays on fixed dates have no 14-day right to cancel.',
  /** Where a stay has no terms of its own; `payment.cancellingLink` follows it, where the brand has such a page. */
  'payment.cancelling':
    'If you have to cancel, you pay a part of the price, and more of it the closer you are to your arrival',
  'payment.cancellingLink': 'what cancelling costs',
}

/** The texts that come from the brand's values in internal/site/brands. */
type SiteTexts = Record<
  'company.name' | 'company.tagline' | 'support.phone' | 'support.hours',
  string
>

export type TextKey = keyof typeof base | keyof SiteTexts
export type Texts = Readonly<Record<TextKey, string>>

/** The texts of a brand: the shared ones, replaced by its own, with {brandName} filled in. */
export function textsOf(site: SiteTexts, own: Partial<Record<TextKey, string>>): Texts {
  const whole = { ...base, ...site, ...own }
  const brandName = whole['company.name']
  return Object.fromEntries(
    Object.entries(whole).map(([key, text]) => [key, fill(text, { brandName })]),
  ) as Texts
}
