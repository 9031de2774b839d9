import { testBrand } from './brand-tests'
import { startSite } from './site'

testBrand(startSite({ parks: 60, brand: 'MT' }), 'MT')
