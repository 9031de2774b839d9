import site from '@site/bf/brand.json'
import type { BrandDefinition } from '../definition'

const definition: BrandDefinition = {
  site,
  configuration: {
    header: {
      logo: { height: 35 },
      showOffersLink: true,
      showCaravanSalesLink: true,
      caravanSalesUrl: 'https://caravan-sales.example',
    },
    logo: { width: 152 },
    user: {
      optin: { emailOpt: true, smsOpt: true, thirdOpt: false, thirdParties: ['Fernhill Leisure'] },
    },
  },
  texts: { 'newsletter.title': 'Get our best holiday deals by email' },
}

export default definition
