import site from '@site/sn/brand.json'
import type { BrandDefinition } from '../definition'

const definition: BrandDefinition = {
  site,
  configuration: {
    header: { showOffersLink: true },
    logo: { width: 258 },
    look: { widePicture: true },
    user: {
      optin: {
        emailOpt: true,
        smsOpt: false,
        thirdOpt: true,
        thirdParties: ['Sentinel Newspapers'],
      },
    },
  },
  texts: {
    'contactPreference.thirdParty':
      'I would like to receive offers from the newspaper and its group of companies',
    'newsletter.title': 'Get reader holiday deals by email',
  },
}

export default definition
