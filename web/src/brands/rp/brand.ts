import site from '@site/rp/brand.json'
import type { BrandDefinition } from '../definition'

const definition: BrandDefinition = {
  site,
  configuration: {
    header: {
      logo: { height: 35 },
      showPromoLink: true,
      showFAQLink: true,
      showFerriesLink: true,
      showMoreLink: true,
    },
    logo: { width: 152 },
    user: {
      optin: { emailOpt: true, smsOpt: true, thirdOpt: false, thirdParties: ['Coupon Press'] },
    },
  },
  texts: {
    'contactPreference.thirdParty':
      'I would like to receive offers from the promotion partners of {brandName}',
    'newsletter.title': 'Get promotion news by email',
  },
}

export default definition
