import site from '@site/mt/brand.json'
import type { BrandDefinition } from '../definition'

const definition: BrandDefinition = {
  site,
  configuration: {
    header: { showOffersLink: true },
    logo: { width: 188 },
    user: {
      optin: {
        emailOpt: true,
        smsOpt: true,
        thirdOpt: true,
        thirdParties: ['Meridian Times Media'],
      },
    },
  },
  texts: {
    'contactPreference.thirdParty':
      'I would like to receive offers from the newspaper and its group of companies',
    'newsletter.title': 'Get reader holiday offers by email',
  },
}

export default definition
