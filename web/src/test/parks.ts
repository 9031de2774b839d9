// A park and its units, as the API answers them, for tests.
import type { ParkDetails } from '../api/schema'

/** The park Gannet Sands in Cornwall. */
export const details = {
  parkId: 'HV101',
  name: 'Gannet Sands',
  slug: 'gannet-sands',
  channels: ['ukcaravan'],
  regn: '12',
  townId: '',
  town: 'Trevarrow',
  opId: 'HAV',
  lat: '50.1',
  lon: '-5.1',
  dogs: 'Y',
  features: [0],
  sticky: true,
  premium: false,
  images: [],
  fromPrice: '129.00',
  regionName: 'Cornwall',
  county: '',
  postcode: 'TR1 1AA',
  country: 'CNUK',
  address: 'Trevarrow, TR1 1AA',
  operatorName: 'Coastfold Parks',
  party: 'false',
  info: '<p>Above a mile of sand.</p>',
  importantInfo: '<p>Check in from 4pm.</p>',
  gallery: [],
  deposit: '49.00',
  nFeatures: {},
  bubbles: '',
  reviewCount: 0,
  affiliate: '',
  nextStays: [],
} satisfies ParkDetails
export const unitType = (code: string, name: string, bedrooms: number, disabledAccess = false) => ({
  unitType: code,
  name,
  desc: '',
  bedrooms,
  bathrooms: 1,
  sleeps: 6,
  features: [],
  dogs: 'N',
  disabledAccess,
  image: '',
  images: [],
  beds: [],
})
export const unit = (unitId: string, unitPrice: string, code: string, more = {}) => ({
  unitId,
  unitPrice,
  unitType: code,
  unitDesc: `${code} desc`,
  unitsLeft: 9,
  deposit: '49.00',
  offers: [],
  ...more,
})
/** Its units for three nights, on three arrival dates. */
export const parkResults = {
  searchId: 's_1',
  unitTypes: [unitType('G2', 'Skerry', 2), unitType('G3', 'Fulmar', 3, true)],
  results: {
    '24/11/2026': {
      '3': [
        unit('u2', '428.00', 'G3'),
        unit('u1', '349.00', 'G2', { fullPrice: '439.00', discount: '90.00', unitsLeft: 2 }),
      ],
    },
    '27/11/2026': { '3': [unit('u3', '318.00', 'G2')] },
    '01/12/2026': { '3': [unit('u4', '318.00', 'G2')] },
  },
}
