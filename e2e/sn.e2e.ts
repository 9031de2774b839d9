import { testBrand } from './brand-tests'
import { FEW, startSite } from './site'

testBrand(startSite({ parks: FEW, brand: 'SN' }), 'SN')
