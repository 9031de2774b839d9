/** What the cards of the gallery show. The pictures are those of the demo's parks. */
import type {
  Deal,
  ExistingBooking,
  Park,
  ParkCard,
  Result,
  Review,
  ShortlistPark,
} from '../api/schema'
import type { LateDeal } from '../api'
import type { BlogPost } from '../features/content'
import type { ShownUnit } from '../features/park/UnitRow'
import { details, unit, unitType } from '../test/parks'

const picture = { src: '/images/parks/M/MP102/1.svg', w: 800, h: 533, alt: 'A park by the sea' }

/** A name as long as names can be expected to be. */
export const LONG_NAME = 'The Old Lifeboat Station and Kittiwake Sands Holiday Village'

/** The names of the features by id. */
export const features = new Map([
  [0, 'Indoor pool'],
  [1, 'Entertainment'],
  [2, 'Fishing lake'],
])

/** A row of the results. */
export const row: Result = {
  parkId: 'MP102',
  name: 'Gannet Sands',
  channel: 'ukcaravan',
  regn: '12',
  opId: 'HAV',
  lat: '50.1',
  lon: '-5.1',
  unitId: 'u1',
  price: '189.00',
  deposit: '',
  date: '27/11/2026',
  nights: 3,
  exact: true,
  unitCount: 3,
  unitsLeft: 9,
  features: [0, 1, 2],
  nFeatures: {},
  offers: [],
  dogs: 'Y',
  sticky: false,
  premium: false,
  affiliate: '',
}

/** The rest of its card. */
export const card: ParkCard = {
  slug: 'gannet-sands',
  regionName: 'Cornwall',
  town: 'Trevarrow',
  operatorName: 'Coastfold Parks',
  images: [picture],
  bubbles: '4.6',
  reviewCount: 213,
  affiliateUrl: '',
}

/** A park of a list. */
export const park: Park = {
  ...details,
  townId: '',
  images: [picture],
  features: [0, 1],
  sticky: false,
  fromStay: { channel: 'ukcaravan', date: '27/11/2026', nights: 3 },
  bubbles: '4.6',
  reviewCount: 213,
}

/** A park of the shortlist. */
export const savedPark: ShortlistPark = { ...park, regionName: 'Cornwall', seaMiles: 0, stay: row }

/** A unit of a park with its stay. */
export const shownUnit: ShownUnit = {
  ...unitType('MP102-B2', 'Skerry', 2),
  ...unit('u1', '349.00', 'MP102-B2'),
  unitDesc: 'Caravan',
  features: [0, 1],
  arrivalDate: '27/11/2026',
  nights: 3,
}

/** A deal of the lists of deals. */
export const deal: Deal = {
  parkId: 'MP102',
  name: 'Gannet Sands',
  slug: 'gannet-sands',
  channel: 'ukcaravan',
  regn: '12',
  regionName: 'Cornwall',
  town: 'Trevarrow',
  images: [picture],
  bubbles: '4.6',
  reviewCount: 213,
  date: '27/11/2026',
  nights: 3,
  price: '84.00',
  unitsLeft: 9,
}

/** The deals of the home page: three for each number of nights. */
export const latedeals: LateDeal[] = [3, 4, 7].flatMap((nights) =>
  ['27/11/2026', '01/12/2026', '04/12/2026'].map((date, index) => ({
    date,
    nights,
    park: 'MP102',
    name: index === 1 ? LONG_NAME : 'Gannet Sands',
    price: 84 + 20 * index,
  })),
)

/** A post of the blog. */
export const post: BlogPost = {
  id: 1,
  slug: 'winter',
  title: { rendered: '', plain: 'Six towns that stay awake in winter' },
  excerpt: {
    rendered: '',
    plain: 'In August you share the beach with a town; in December with a man and a dog.',
    repeated: false,
  },
  content: { rendered: '' },
  acf: {},
  cardHeaderUrl: '',
  featured: picture,
  pageHeaderImage: null,
}

/** A guest's review. */
export const review: Review = {
  name: 'Jo',
  title: 'A week by the sea',
  body: 'Clean, quiet, and two minutes from the sand. We will come again.',
  rating: 5,
  date: '14/09/2026',
  url: '',
}

/** A booking of a visitor who has looked it up. */
export const booking: ExistingBooking = {
  bookingId: '7K3QX-9F2MA',
  type: 'existing',
  status: 'confirmed',
  channelId: 'ukcaravan',
  parkId: 'MP102',
  parkName: 'Gannet Sands',
  unitId: 'u1',
  unitTypeId: 'MP102-B2',
  unitDesc: 'Skerry',
  arrivalDate: '27/11/2026',
  duration: 3,
  adults: 2,
  children: 2,
  under5s: 0,
  petFriendly: 'N',
  totalCost: '392.00',
  amountPaid: '230.00',
  outstanding: '162.00',
  dueDate: '24/11/2026',
  balanceTo: 'us',
  payments: [],
}
