import site from '@site/xx/brand.json'
import type { BrandDefinition } from '../definition'

const definition: BrandDefinition = {
  site,
  configuration: { logo: { width: 188 } },
  texts: {
    'newsletter.title': 'News from the fixture',
    'footer.trustClaim': 'Tested on every change',
  },
}

export default definition
