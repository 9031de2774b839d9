// Generated from the Go types of internal/api by `go run ./cmd/contract`. Do not edit.

/** Why a request was refused; each code has one HTTP status. */
export type Code =
  | 'BOOKING_EXPIRED'
  | 'BOOKING_NOT_FOUND'
  | 'BOOKING_STATE'
  | 'CONTACT_EMAIL'
  | 'CONTACT_MESSAGE'
  | 'CONTACT_NAME'
  | 'DISCOUNT_INVALID'
  | 'FORBIDDEN'
  | 'INTERNAL'
  | 'INVALID_ACTION'
  | 'INVALID_BOOKING'
  | 'INVALID_BOX'
  | 'INVALID_CHANNEL'
  | 'INVALID_DATE'
  | 'INVALID_EXTRAS'
  | 'INVALID_FEATURES'
  | 'INVALID_FLAG'
  | 'INVALID_FLEX'
  | 'INVALID_NEAR'
  | 'INVALID_NIGHTS'
  | 'INVALID_OPERATOR'
  | 'INVALID_PARK'
  | 'INVALID_PARTY'
  | 'INVALID_PAYMENT'
  | 'INVALID_PRICE'
  | 'INVALID_PROMO'
  | 'INVALID_REGION'
  | 'INVALID_REQUEST'
  | 'INVALID_SEARCH'
  | 'INVALID_SITECODE'
  | 'INVALID_UNIT'
  | 'INVALID_WHEN'
  | 'INVALID_WINDOW'
  | 'MAC_INVALID'
  | 'MAINTENANCE'
  | 'METHOD_NOT_ALLOWED'
  | 'METHOD_UNAVAILABLE'
  | 'NEWSLETTER_EMAIL'
  | 'NEWSLETTER_FNAME'
  | 'NOT_FOUND'
  | 'NO_BOOKING_SESSION'
  | 'PAYMENT_IN_PROGRESS'
  | 'PAYMENT_REFUSED'
  | 'PRICE_CHANGED'
  | 'PROMO_CODEWORDS'
  | 'PROMO_EMAIL'
  | 'PROMO_NEWSPAPER'
  | 'PROMO_NOT_VALID'
  | 'RATE_LIMITED'
  | 'REJECTED'
  | 'SEARCH_EXPIRED'
  | 'THREEDS_FAILED'
  | 'TOO_LARGE'
  | 'TOPUP_AMOUNT'
  | 'UNAVAILABLE'
  | 'UNIT_UNAVAILABLE'
  | 'UNSUPPORTED_BODY'
  | 'VALIDATION';

/** A successful answer. */
export interface Success<T> {
  success: 1;
  data: T;
}

/** A failed answer. price and unitId come with PRICE_CHANGED. */
export interface Failure {
  success: 0;
  errors: Problem[];
  requestId?: string;
  price?: string;
  unitId?: string;
}

export interface Problem {
  /** Text for the visitor. */
  message: string;
  /** One of the codes of the API. */
  code: Code;
  /** The form field that is wrong. */
  field?: string;
}

export interface SiteQuery {
  /** The site code of this server: BF, SN, MT or RP. */
  siteCode?: string | undefined;
}

export interface Init extends Filters, Regions, Operators {
  siteCode: string;
  /** The server's date in Europe/London, dd/mm/yyyy. */
  today: string;
  homepageLayout: Block[];
  promotion: Promotion;
  channels: Channel[];
  offers: Offer[];
  /** Present if a server of map tiles is configured. */
  mapTiles?: MapTiles;
  /** Whether visitors can watch the price of a stay; the pages are /watch and /watch/booking. */
  priceWatch?: boolean;
  /** Whether visitors can see all bookings of their address by a link in an e-mail; the page is /my-holidays. */
  myHolidays?: boolean;
  /** Whether guests can keep a page of their booking on the phone; it is /pocket/ and the booking's reference. */
  pocket?: boolean;
  /** Whether visitors may pay by PayPal. */
  wallet?: boolean;
  flags: FlagSettings;
}

export interface RegionsQuery {
  /** Channel code. */
  channel: string;
  /** Only regions where this operator has parks. */
  opId?: string | undefined;
  /** Y: only regions with parks that take dogs; counts and prices are of those. */
  dogs?: boolean | undefined;
}

export interface Regions {
  /** Channel code, then region id; a channel without parks is absent. */
  regions: Record<string, Record<string, Region>>;
}

export interface OperatorsQuery {
  /** Channel code. */
  channel: string;
  /** Only operators with parks there. */
  region?: string | undefined;
}

export interface Operators {
  /** By channel code; each list sorted by name. */
  operators: Record<string, Operator[]>;
  /** By opId. */
  operatorDeposits: Record<string, OperatorDeposit>;
}

export type NoQuery = Record<string, never>;

export interface Filters {
  /** All boolean filters, then the numeric ones; a filter's id is its index. */
  Filters: Filter[];
  /** Index of the first boolean filter, default value, number of them. */
  bFilters: [number, number, number];
  /** Index of the first numeric filter, default value, number of them. */
  nFilters: [number, number, number];
  filterGroups: Record<string, FilterGroup>;
}

export interface ParksQuery {
  /** Region id; required without q. */
  region?: string | undefined;
  /** Only parks sold on this channel. */
  channel?: string | undefined;
  /** Only parks of this operator. */
  opId?: string | undefined;
  /** Only parks of this town. */
  townId?: string | undefined;
  /** Y: only parks that take dogs. */
  dogs?: boolean | undefined;
  /** Part of a name, at least two letters: at most 20 parks. */
  q?: string | undefined;
  /** Number of a page of 24 parks, from 1. Absent: all parks. */
  page?: number | undefined;
  /** With page: only parks with all of these boolean filters, comma-separated. */
  features?: number[] | undefined;
  /** With page: 'price' for the cheapest first; else by name. */
  sort?: string | undefined;
  /** 1: for a reader with the promotion's pass, prices of stays that begin on the reader's offer dates. */
  promo?: boolean | undefined;
}

export interface Parks {
  /** Prices and stays are those of a reader of the promotion. */
  forReader?: boolean;
  /** Sorted by name. */
  parks: Park[];
  /** Sorted by name. With page: all towns of the region, whichever town was requested. */
  townList: Town[];
  /** With page: the parks on all pages. */
  count?: number;
  /** With page: the number of pages. */
  pageCount?: number;
  /** With page: boolean filter id to how many of the parks have it. */
  featureCounts?: Record<string, number>;
  /** With page: how many of the parks take dogs. */
  dogParks?: number;
}

export interface PlacesQuery {
  /** Beginnings of words of a name, at least two letters; or a British postcode or its first half. */
  q: string;
  /** Places with parks on this channel; where there is none, those of other channels. */
  channel?: string | undefined;
}

export interface Places {
  /** A postcode, then regions, towns, operators and parks; of a kind the best match first, then the most popular. */
  places: Place[];
}

export interface ParkQuery {
  /** Park id. */
  parkId: string;
  /** 1: for a reader with the promotion's pass, nextStays and fromStay begin on the reader's offer dates. */
  promo?: boolean | undefined;
}

export interface ParkAnswer {
  park: ParkDetails;
}

export interface Reviews {
  reviews: Review[];
  bubbles: string;
}

export interface SiteReviews {
  /** 1.0 to 5.0; empty where there are no reviews, or the service cannot be reached. */
  rating: string;
  /** Customers who gave the rating. */
  count: number;
  /** At most three, the newest first. */
  reviews: SiteReview[];
}

export interface AccomQuery {
  /** 'new', or the first letter of the park's id. */
  folder: string;
  /** {parkId}.json */
  file: string;
}

export interface AccomImage {
  code: string;
  image: string;
}

export interface FileQuery {
  /** The file's name. */
  file: string;
}

export interface MenuChannel {
  title: string;
  isChannel: boolean;
  image: string;
  columns: MenuColumn[];
}

export interface AvailabilityQuery {
  /** Channel code. */
  channel: string;
  /** Region id or all-regions; absent: every region. Region id, @ and near of search, such as 12@50.1,-5.25: the parks that such a search finds. */
  region?: string | undefined;
  /** Only this duration. */
  nights?: number | undefined;
  /** Only this arrival date, dd/mm/yyyy. */
  date?: string | undefined;
}

export interface CachedAvailability {
  /** By region id, or, if the point of the request adds parks of other regions, by the request's region. */
  minprices: Record<string, Record<string, Record<string, Record<string, Record<string, number>>>>>;
  /** By park id: the parks of latedeals. */
  minparkprices: Record<string, Record<string, Record<string, Record<string, Record<string, number>>>>>;
  /** YYYY-MM, sorted. */
  months: string[];
  latedeals: LateDeal[];
  /** By region id, and all-regions; also by the request's region, as in minprices. */
  nightsOptions: Record<string, number[]>;
}

export interface DealsQuery {
  /** Channel code; default ukcaravan. */
  channel?: string | undefined;
  /** Only this region; default all of the channel. */
  region?: string | undefined;
  /** Y: stays whose price was higher before, on any date; default stays that begin soon. */
  reduced?: boolean | undefined;
  /** From 1, the default. */
  page?: number | undefined;
  /** 1: for a reader with the promotion's pass, only stays that begin on the reader's offer dates. */
  promo?: boolean | undefined;
}

export interface Deals {
  /** Stays that begin soon: cheapest first. Reduced ones: the largest saving first. */
  deals: Deal[];
  /** Of all pages. */
  count: number;
  pageCount: number;
  /** The channel's regions that have deals, by name. */
  regions: DealRegion[];
}

export interface NearHomeQuery extends PartyQuery {
  /** A British postcode or its first half, from which to drive; without it the answer has only the choices of dates. */
  postcode?: string | undefined;
  /** The longest drive in minutes, 30 to 600; default 120, unless miles is given. */
  within?: number | undefined;
  /** The greatest distance in a straight line, 5 to 600; with it, within is not read. */
  miles?: number | undefined;
  /** Duration; default 7. */
  nights?: number | undefined;
  /** One of the choices; default any date. */
  when?: string | undefined;
  /** From 1, the default. */
  page?: number | undefined;
}

export interface NearHome {
  /** The first half of the postcode; empty where the query has none. */
  from: string;
  /** Cheapest first. */
  stays: NearStay[];
  /** Of all pages. */
  count: number;
  pageCount: number;
  /** As datechoices, of all channels. */
  choices: DateChoice[];
}

export interface PriceMapQuery extends PartyQuery {
  /** Only this holiday type; default all. */
  channel?: string | undefined;
  /** Duration; default 7. */
  nights?: number | undefined;
}

export interface PriceMap {
  /** Today: the prices are those of now. */
  day: string;
  /** Of the map, in units. */
  width: number;
  height: number;
  /** Side of a cell of the map, in units. */
  cell: number;
  /** The coasts as the path of an SVG. */
  land: string;
  /** The first is any week of the others. Empty where nothing is on sale. */
  weeks: PriceWeek[];
  /** By name. */
  regions: PriceRegion[];
}

export interface DateChoicesQuery {
  /** Channel code; default ukcaravan. */
  channel?: string | undefined;
  /** 1: for a reader with the promotion's pass, only choices with one of the reader's offer dates. */
  promo?: boolean | undefined;
  /** Id of the council whose school holidays are listed. Without it, or where it has none: those that most councils of England have in common. */
  council?: string | undefined;
}

export interface DateChoices {
  /** By date: school holidays, weekends of a month, months. */
  choices: DateChoice[];
  /** Id of the council whose school holidays these are. Absent: of most councils of England. */
  council?: string;
  /** The councils that have school holidays among the dates on sale, by nation and name. */
  councils?: CouncilChoice[];
}

export interface SearchQuery extends PartyQuery {
  /** Channel code; default ukcaravan. */
  channel?: string | undefined;
  /** Region id or all-regions, the default. */
  region?: string | undefined;
  /** Arrival, dd/mm/yyyy; absent: all dates. */
  date?: string | undefined;
  /** A choice of flexible dates, as datechoices lists them: each park with its cheapest stay; date and flex are then not read. A reader with the promotion's pass finds stays that begin on the reader's offer dates. */
  when?: string | undefined;
  /** Duration; default 3. */
  nights?: number | undefined;
  /** Only this park. */
  park?: string | undefined;
  /** West, south, east and north in degrees, comma-separated: only parks in this area, of every region. region is then ignored, and parks without a position are left out. */
  box?: number[] | undefined;
  /** Latitude and longitude of a point in degrees, comma-separated: also parks of other regions within 50 miles of it. Where the search finds more than results holds, those within 50 miles come first. Without effect with box, with park and in all regions. */
  near?: number[] | undefined;
  /** Offer urns, comma-separated: only parks with any of them. */
  offers?: string[] | undefined;
  /** Boolean filter ids, comma-separated: only parks with all of them. */
  features?: number[] | undefined;
  /** Only parks of this operator. */
  operator?: string | undefined;
  /** Days either side, 0 to 14; default 7. */
  flex?: number | undefined;
  /** Read, without effect: a promotion changes neither what is on sale nor its price. book checks it. */
  promo?: boolean | undefined;
}

export interface Search {
  searchId: string;
  /** Seconds to wait before calling searchresults. */
  wait?: number;
  /** Parks found, even when more than results holds. */
  count: number;
  exactCount: number;
  alternativeCount: number;
  /** At most 2,000 parks. */
  results: Result[];
  /** By park id, for the first 20 results. */
  cards: Record<string, ParkCard>;
}

export interface SearchIDQuery {
  /** The id from the answer of a search. */
  searchId: string;
}

export interface MapMarksQuery extends SearchQuery {
  /** West, south, east and north of the part in degrees, comma-separated; at most 8,192 pixels wide and high. */
  view: number[];
  /** The map's zoom level, 0 to 17. */
  zoom: number;
}

export interface MapMarks {
  /** In the order of the search. */
  marks: MapMark[];
}

export interface SuggestionsQuery extends SearchQuery {
  /** Operators, comma list: the park's must be one of them. */
  operators?: string[] | undefined;
  /** Numeric filters, comma list of id:value; the park needs at least the value. */
  numbers?: string[] | undefined;
  /** Y: only parks that take dogs. */
  pets?: boolean | undefined;
  /** Lowest price of the stay, in pounds. */
  priceMin?: number | undefined;
  /** Highest price of the stay, in pounds; absent: any. */
  priceMax?: number | undefined;
}

export interface Suggestions {
  /** The nearest arrival dates on which the same search finds holidays, ascending. */
  dates: SuggestedDate[];
  /** The nearest other numbers of nights with which the same search finds holidays on its arrival date, or on its flexible dates, ascending. */
  nights?: SuggestedNights[];
  /** Other regions in which it finds holidays, nearest first. */
  regions: SuggestedRegion[];
  /** What parks sell together for the requested nights, where no unit fits, cheapest first. */
  together?: SuggestedTogether[];
  /** What it finds without one of its conditions, most first. */
  without: Relaxed[];
}

export interface TogetherQuery extends PartyQuery {
  /** Park id. */
  park: string;
  /** Channel code. */
  channel: string;
  /** Arrival, dd/mm/yyyy. */
  date: string;
  /** Duration. */
  nights: number;
  /** How many units; absent: as few as the party finds room in. */
  units?: number | undefined;
  /** Who sleeps where, in place of party and units: sleeps[a1] adults, sleeps[c1] children and sleeps[i1] under-fives in the first unit, sleeps[a2] in the second, and so on. */
  sleeps?: Record<string, number> | undefined;
}

export interface Together {
  parkName: string;
  place?: string;
  /** The park's page for the stay. */
  path: string;
  /** The page that lists the options, and books them. */
  page: string;
  /** In words. */
  arrivalDay: string;
  /** In words. */
  party: string;
  /** The lowest price of one unit for all; absent where there is none. */
  whole?: string;
  /** How many units the park sells together; 0: it does not. */
  mostUnits: number;
  options: TogetherOption[];
}

export interface PhraseQuery {
  /** The sentence. What follows its first 300 bytes is not understood. */
  q: string;
}

export interface Phrase {
  /** Path and query of the page of results, with everything that is understood. */
  address: string;
  /** The parts of the sentence, which cover it, in their order. */
  spans: PhraseSpan[];
  /** What the search takes where the sentence says nothing, such as '3 nights'. */
  assumed: string[];
  /** Absent where nothing is understood. */
  found?: PhraseResult;
}

export interface ParkCardsQuery {
  /** At most 60 park ids, comma-separated; unknown ids are ignored. */
  parkIds: string[];
  /** The channel of the results: a drawn picture shows what the park sells there. */
  channel?: string | undefined;
}

export interface ParkCards {
  cards: Record<string, ParkCard>;
}

export interface ShortlistQuery extends PartyQuery {
  /** At most 24 park ids, comma list; ones that are no longer known are left out. */
  parkIds: string[];
  /** The channel whose prices are wanted; default ukcaravan. A park that is not sold on it is priced on its own first channel. */
  channel?: string | undefined;
  /** Arrival, dd/mm/yyyy; absent: all dates. */
  date?: string | undefined;
  /** Duration; default 3. */
  nights?: number | undefined;
}

export interface Shortlist {
  /** In the order of parkIds. */
  parks: ShortlistPark[];
}

export interface ParkResultsQuery extends PartyQuery {
  /** Park id. */
  parkId: string;
  /** The search from which the visitor came, or 0. */
  searchId?: string | undefined;
  /** Only units sold on this channel. */
  channel?: string | undefined;
  /** The month of this date and its neighbours; default tomorrow. */
  date?: string | undefined;
  /** First arrival date. */
  from?: string | undefined;
  /** Last arrival date, at most 100 days in all. */
  to?: string | undefined;
  /** Only this duration. */
  nights?: number | undefined;
  /** Offer urns, comma-separated: only parks with any of them. */
  offers?: string[] | undefined;
  /** Read, without effect: a promotion changes neither what is on sale nor its price. book checks it. */
  promo?: boolean | undefined;
}

export interface ParkResults {
  searchId: string;
  unitTypes: UnitType[];
  /** Arrival date (dd/mm/yyyy), then nights. */
  results: Record<string, Record<string, Unit[]>>;
}

export interface CottageDatesQuery {
  /** Region id or all-regions. */
  region: string;
  /** Only this park. */
  park?: string | undefined;
  /** Duration; default 7. */
  nights?: number | undefined;
  /** Default 2. */
  partySize?: number | undefined;
  /** Y: the party brings dogs. */
  petFriendly?: boolean | undefined;
  /** Latitude and longitude of a point in degrees, comma-separated: also parks of other regions within 50 miles of it. Without effect with park and with all-regions. */
  near?: number[] | undefined;
}

export interface CottageDates {
  dates: string[];
  nights: number;
}

export interface BookQuery extends PartyQuery {
  /** Loads this booking in progress. */
  bookId?: string | undefined;
  /** Starts a booking of this offer. */
  unitId?: string | undefined;
  /** The search from which the visitor came, or 0. */
  searchId?: string | undefined;
  /** 1: booked under the promotion, at its price and paid in full. */
  promo?: boolean | undefined;
  /** With promo: the price under the promotion that the visitor was shown. If it is another now, PRICE_CHANGED. */
  promoPrice?: string | undefined;
}

export interface BookAnswer {
  booking: Booking;
  quote: Quote;
}

export interface Holds {
  holds: Booking[];
}

export interface BookingQuery {
  /** The booking reference. In the calls of a payment by a link: its token. */
  bookId: string;
}

export type Nothing = Record<string, never>;

export interface Extras extends StayTimes {
  extras: Extra[];
  /** 'true' or 'false'. */
  showDiscountBox: string;
  /** Prices depend on the number of dogs: when it changes, send it with setextras and load the extras again. */
  dogsPriced?: boolean;
}

export interface SetExtrasForm extends BookingQuery {
  /** extras[LIN]=2 */
  extras?: Record<string, number> | undefined;
  /** How many dogs come; absent: it stays as it was. */
  dogs?: number | undefined;
}

export interface ChosenExtras extends StayTimes {
  extras: ChosenExtra[];
  /** As in book. */
  dogs?: number;
  /** As in book: dogs may change it. */
  unitPrice: string;
  /** As in book. */
  priceNotes?: string[];
  quote: Quote;
}

export interface UserDetailsForm extends BookingQuery, AddressForm {
  /** Mr, Mrs, Miss, Ms, Mx, Dr or Rev. */
  title?: string | undefined;
  /** At least two characters. */
  forename?: string | undefined;
  surname?: string | undefined;
  /** dd/mm/yyyy */
  dob?: string | undefined;
  email?: string | undefined;
  telephone?: string | undefined;
  /** Y: offers by e-mail. */
  emailOpt?: boolean | undefined;
  /** Y: offers by text message. */
  smsOpt?: boolean | undefined;
  /** Y: offers from third parties. */
  thirdOpt?: boolean | undefined;
}

export interface UserDetails {
  userId: string;
  /** The fields as they were stored; opt-ins Y or N. */
  details: Record<string, string>;
}

export interface PartyDetailsForm extends BookingQuery {
  /** Y: the contact does not travel. */
  onlyBooking?: boolean | undefined;
  /** type1, title1, initial1, lastName1, age1 or dob1, type2, … */
  [member: `${'type' | 'title' | 'initial' | 'lastName' | 'age' | 'dob'}${number}`]: string | undefined;
}

export interface PartyDetails {
  party: PartyMember[];
}

export interface Deposit {
  /** Numeric, or empty where none is allowed. */
  deposit: string;
  depositMsg: string;
  /** dd/mm/yyyy, or empty. */
  dueDate: string;
  /** 1, 0, or absent where no deposit is allowed. */
  compulsoryDeposit?: number;
  discountCode: string;
  /** Pounds, 0 or negative. */
  discountValue: number;
  /** In setdiscount: discount or voucher. */
  type?: string;
  voucherAmount?: string;
  voucherRemaining?: string;
  quote: Quote;
}

export interface DiscountForm extends BookingQuery {
  /** A discount or voucher code. */
  discountCode?: string | undefined;
}

export interface PrepaymentForm extends BookingQuery {
  /** What is paid. */
  paymentOption: 'full' | 'deposit' | 'topup';
  /** Pounds, with paymentOption topup. */
  topUpAmount?: string | undefined;
  /** How it is paid. */
  paymentMethod: 'worldpay' | 'paypal' | 'voucher';
  /** The amount that the page shows. */
  expectedAmount: string;
  /** The hash of the quote that the page shows. */
  quoteHash?: string | undefined;
  /** A UUID. A repeated call with the same key is the same attempt. */
  idempotencyKey: string;
  /** Where whoever pays by a link wants a receipt. */
  email?: string | undefined;
}

export interface Prepayment {
  paymntRecId: string;
  amount: string;
  currency: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  worldpay?: Worldpay;
  paypal?: PayPal;
}

export interface DeviceData {
  ddcUrl: string;
  ddcJwt: string;
}

export interface PostpaymentForm extends BookingQuery, AddressForm {
  /** The payment attempt. */
  paymntRecId: string;
  /** What to do. */
  action: 'authorise' | 'confirm' | 'recall' | 'status';
  /** authorise: the card, encrypted in the browser (JWE). */
  encryptedData?: string | undefined;
  /** authorise: the reference from device data collection. */
  dfReferenceId?: string | undefined;
  /** authorise: the size of the challenge window. */
  windowSize?: string | undefined;
  /** authorise: Y when the billing address differs. */
  billingDifferent?: boolean | undefined;
  /** confirm: from the provider's signed result. */
  orderKey?: string | undefined;
  /** confirm: from the provider's signed result. */
  paymentStatus?: string | undefined;
  /** confirm: from the provider's signed result. */
  paymentAmount?: string | undefined;
  /** confirm: from the provider's signed result. */
  paymentCurrency?: string | undefined;
  /** confirm: the signature of that result. */
  mac2?: string | undefined;
  /** confirm: the wallet's order id. */
  orderId?: string | undefined;
}

export interface Postpayment {
  /** authorised, challenge or pending. */
  status: string;
  confirmationId?: string;
  /** Paid by this payment; present once authorised. */
  amountPaid?: string;
  /** Left to pay; present once authorised. */
  outstanding?: string;
  /** dd/mm/yyyy, when the rest is due. */
  dueDate?: string;
  /** us or operator: who receives the rest; present once authorised. */
  balanceTo?: string;
  challenge?: Challenge;
  /** With pending: where the visitor must approve the payment at the wallet. */
  approveUrl?: string;
  /** With pending: the wallet has the payment and decides later, maybe in hours. The visitor gets an e-mail. */
  inReview?: boolean;
  pollAfterMs?: number;
}

export interface LookupForm {
  /** The booking reference. */
  bookingId?: string | undefined;
  /** Surname of the person who booked. */
  surname?: string | undefined;
  /** Postcode of the person who booked. */
  postcode?: string | undefined;
}

export interface ExistingBooking extends Stay {
  bookingId: string;
  /** Always 'existing'. */
  type: string;
  /** confirmed, pending or cancelled. */
  status: string;
  parkName: string;
  adults: number;
  children: number;
  under5s: number;
  /** Y or N. */
  petFriendly: string;
  /** How many dogs come; absent where nobody was asked. */
  dogs?: number;
  totalCost: string;
  amountPaid: string;
  outstanding: string;
  dueDate: string;
  /** us or operator. Of a booking that is pending: who will receive it. */
  balanceTo: string;
  /** What the operator says about a balance that is paid to it. */
  balanceMsg?: string;
  payments: Payment[];
  /** The part of the outstanding amount that is payable to us although the balance is the operator's: the deposit, until its payment is known or after it was taken back. */
  depositDue?: string;
  /** The result of a payment is not known yet; until then no other can be made. */
  paymentPending?: boolean;
  refunds?: RefundDue[];
  lines?: PriceLine[];
  /** Its owner can cancel it online, by the terms in cancellation. */
  cancellable?: boolean;
  /** What became of the money of a booking that was cancelled. */
  settled?: Settled;
  /** Its owner can correct names and contact details with correctdetails. */
  correctable?: boolean;
  /** The person who booked is the first member of the party. */
  leadTravels?: boolean;
  /** How its owner can change the stay with changebooking. */
  changes?: Changes;
  /** Its owner can make links by which others pay, with makepaylinks. */
  shareable?: boolean;
  /** The links by which others pay, oldest first. */
  payLinks?: PayLink[];
}

export interface MyBookings {
  bookings: ExistingBooking[];
}

export interface ForgetForm {
  /** The booking reference. */
  bookingId: string;
  /** What to do. */
  action: 'forget';
}

export interface OwnBooking {
  /** The booking reference. */
  bookingId: string;
}

export interface CancelPlan extends Settled {
  bookingId: string;
  /** dd/mm/yyyy, the last day on which these sums hold. */
  until: string;
  /** Where what comes back goes: the newest payment first, a voucher last. */
  parts: PartBack[];
  /** Identifies the plan. */
  plan: string;
}

export interface CancelForm extends OwnBooking {
  /** The plan that the visitor has agreed to. */
  plan: string;
  /** A UUID; a repeated key changes nothing more. */
  key: string;
}

export interface StayWish extends OwnBooking {
  /** A unit type of the same park. */
  unitTypeId?: string | undefined;
  /** The day of arrival. */
  date?: string | undefined;
  nights?: number | undefined;
  /** How many dogs come. */
  dogs?: number | undefined;
}

export interface ChangePlan extends Stay {
  bookingId: string;
  dogs?: number;
  /** What the new price is made of. */
  lines: PriceLine[];
  /** The total before the change. */
  costBefore: string;
  totalCost: string;
  /** Of this change, part of totalCost. */
  fee?: string;
  /** By how much the new stay is cheaper, where the terms give nothing back; part of totalCost. */
  kept?: string;
  /** What was left to pay before the change. */
  leftBefore: string;
  /** What is then left to pay. */
  outstanding: string;
  /** dd/mm/yyyy, the day before which it must be paid. */
  dueDate?: string;
  /** What is not part of the new stay any more, a sentence each. */
  dropped?: string[];
  /** What comes back. */
  back: string;
  /** Where it goes, the newest payment first. */
  parts: PartBack[];
  /** Identifies the plan. */
  plan: string;
}

export interface ChangeForm extends StayWish {
  /** The plan that the visitor has agreed to. */
  plan: string;
  /** A UUID; a repeated key changes nothing more. */
  key: string;
}

export interface DetailsForm extends OwnBooking, AddressForm {
  /** Mr, Mrs, Miss, Ms, Mx, Dr or Rev. */
  title?: string | undefined;
  /** At least two characters. */
  forename?: string | undefined;
  surname?: string | undefined;
  telephone?: string | undefined;
  /** title1, initial1, lastName1, title2, … */
  [member: `${'type' | 'title' | 'initial' | 'lastName' | 'age' | 'dob'}${number}`]: string | undefined;
}

export interface PayLinksForm extends OwnBooking {
  /** A UUID; a repeated key makes no more links. */
  key: string;
  /** name1, amount1, name2, … */
  [member: `${'type' | 'title' | 'initial' | 'lastName' | 'age' | 'dob'}${number}`]: string | undefined;
}

export interface EndPayLinkForm extends OwnBooking {
  /** The link. */
  id: string;
}

export interface LinkForm {
  /** The token of the link. */
  token: string;
}

export interface LinkedStay {
  parkName: string;
  /** dd/mm/yyyy. */
  arrivalDate: string;
  /** Nights. */
  duration: number;
  /** What is asked for. */
  amount: string;
  /** dd/mm/yyyy, the last day on which the link can be used. */
  until: string;
}

export interface ResetForm {
  /** The e-mail address used for the booking. */
  email?: string | undefined;
}

export interface NewsletterForm {
  /** E-mail address. */
  email?: string | undefined;
  /** First name. */
  fname?: string | undefined;
  /** The brand; if given, it must be the brand of this site. */
  siteCode?: string | undefined;
}

export interface Message {
  message: string;
}

export interface ContactForm {
  /** The brand; if given, it must be the brand of this site. */
  siteCode?: string | undefined;
  /** The sender's name. */
  name?: string | undefined;
  /** The sender's e-mail address. */
  email?: string | undefined;
  /** The sender's telephone number; may be empty. */
  phone?: string | undefined;
  /** A booking reference; may be empty. */
  bookingId?: string | undefined;
  /** 10 to 2,000 characters. */
  message?: string | undefined;
  /** Must be empty: people do not see this field, programs fill it in. */
  website?: string | undefined;
}

export interface ContactAnswer {
  /** C and six digits. */
  reference: string;
}

export interface CodeWordsForm {
  /** Code of the chosen newspaper, where the promotion asks for one. */
  newspaper?: string | undefined;
  /** E-mail address for offers, where the promotion asks for it. */
  email?: string | undefined;
  /** code1 to codeN: the code words in their order. */
  [member: `${'type' | 'title' | 'initial' | 'lastName' | 'age' | 'dob'}${number}`]: string | undefined;
}

export interface PromoDataQuery {
  /** The brand; if given, it must be the brand of this site. */
  siteCode?: string | undefined;
  /** The kind of promotion; ukpromo if it is missing. */
  promo?: 'ukpromo' | 'eupromo' | undefined;
  /** Code of a newspaper. */
  newspaper?: string | undefined;
}

export interface PromoData {
  DATES: PromoDate[];
  promotion: Promotion;
  /** Whether this visitor has passed the gate, or need not. */
  passed: boolean;
}

export interface ClickQuery {
  /** The click id: 1 to 200 letters, digits, '_', '.' and '-'. */
  awc: string;
}

export interface Click {
  stored: boolean;
}

/** One part of the home page. */
export type Block =
  | { type: 'HeroText'; data: HeroText }
  | { type: 'Banner'; data: Banner }
  | { type: 'Countdown'; data: Countdown }
  | { type: 'HomeColumns'; data: HomeColumns }
  | { type: 'Accordion'; data: Accordion }
  | { type: 'Gallery'; data: Gallery }
  | { type: 'PostCards'; data: PostCards };

export interface Promotion {
  /** Y or N; N hides the search box. */
  open: string;
  /** Y or N. */
  emailcapture: string;
  /** Y or N. */
  papercapture: string;
  /** The number of requested code words. */
  keywords: number;
  /** Newspaper code to its name. */
  papercodes?: Record<string, string>;
  /** Taken off the price of a stay that is booked under the promotion, rounded half up to the penny; such a stay is paid in full. */
  percentOff?: number;
}

export interface Channel {
  code: string;
  name: string;
  key: string;
}

export interface Offer {
  urn: string;
  offer: string;
}

export interface MapTiles {
  /** With {z}, {x} and {y}. */
  url: string;
  /** Shown on the map. */
  credit: string;
}

export interface FlagSettings {
  /** Of the feature flags; empty: this one. */
  host: string;
  /** Names the set of flags: {host}/api/features/{clientKey}. */
  clientKey: string;
  /** Present if the host encrypts its flags. */
  decryptionKey?: string;
  /** The card provider's flag, as it is now. */
  isWorldpayOn: boolean;
  /** The wallet's flag, as it is now. It matters only where wallet is true. */
  isPaypalOn: boolean;
}

export interface Region {
  id: string;
  name: string;
  desc: string;
  /** Y where dogs are allowed. */
  dogs: string;
  parkCount: number;
  /** ISO 3166-1, two letters. */
  country: string;
  image: string;
  lat: string;
  lon: string;
  /** In channelregions: its cheapest stay on sale for two adults, any date and number of nights; absent where nothing is on sale. */
  fromPrice?: string;
}

export interface Operator {
  opId: string;
  name: string;
  /** 'true' where groups are welcome. */
  party: string;
  logo: string;
  url: string;
  /** 'true' or 'false'. */
  affiliate: string;
  desc: string;
  /** In operators: its parks on the channel, or in the region. */
  parkCount?: number;
  /** In operators: ids of the regions in which it has parks on the channel, in their order. */
  regions?: string[];
  /** In operators: a picture of one of its parks, or a drawn one of the landscape of most of them. */
  image?: string;
  /** In operators: its cheapest stay on sale for two adults, any date and number of nights. */
  fromPrice?: string;
}

export interface OperatorDeposit {
  /** 'fixed' or 'percent'. */
  type: string;
  /** Pounds for each booking, or per cent of the unit price. */
  value: number;
  /** 1: only the deposit is paid here. */
  compulsory: number;
  /** Days before arrival. 0: the operator takes the balance and names no day. */
  balanceDueDays: number;
}

export interface Filter {
  name: string;
  group: string;
  compare?: string;
  field?: string;
  options?: number[];
}

export interface FilterGroup {
  name: string;
}

export interface Park {
  parkId: string;
  name: string;
  slug: string;
  channels: string[];
  regn: string;
  townId: string;
  town: string;
  opId: string;
  /** Numeric, or empty where unknown. */
  lat: string;
  /** Numeric, or empty where unknown. */
  lon: string;
  /** Y or N. */
  dogs: string;
  /** Ids of its boolean filters. */
  features: number[];
  sticky: boolean;
  premium: boolean;
  images: Image[];
  /** The cheapest stay on sale for two adults, any date and number of nights, or empty. */
  fromPrice: string;
  /** The stay of fromPrice; absent where nothing is on sale. */
  fromStay?: ParkStay;
  bubbles: string;
  reviewCount: number;
}

export interface Town {
  townId: string;
  name: string;
  slug: string;
  regn: string;
  /** Absent with page. */
  parkIds?: string[];
  /** With page: how many parks it has. */
  parkCount?: number;
  /** With page: the cheapest stay on sale in its parks, as fromPrice of a park. */
  fromPrice?: string;
}

export interface Place {
  kind: string;
  /** Of the region, town, operator or park; the outward code of a postcode. */
  id: string;
  name: string;
  /** The requested channel, or one on which it has parks. */
  channel: string;
  /** Ids of its regions on that channel, that with the most parks first; of a postcode that of the nearest park on that channel. */
  regions: string[];
  /** Of the first region. */
  regionName: string;
  /** How many parks on that channel; 0 for a postcode. */
  parks: number;
  /** Numeric, or empty where unknown. */
  lat: string;
  /** Numeric, or empty where unknown. */
  lon: string;
}

export interface ParkDetails extends Park {
  /** For each channel and number of nights, the stay for two adults that begins first. */
  nextStays: ParkStay[];
  /** nextStays and fromStay are those of a reader of the promotion. */
  forReader?: boolean;
  regionName: string;
  county: string;
  postcode: string;
  /** Country id such as CNUK. */
  country: string;
  /** The postal address on one line: town, county and postcode, abroad with the country. */
  address: string;
  operatorName: string;
  /** 'true' where groups are welcome. */
  party: string;
  /** Sanitised HTML. */
  info: string;
  /** Sanitised HTML. */
  importantInfo: string;
  gallery: Image[];
  /** '£{x} deposit' of its cheapest stay, or empty. */
  deposit: string;
  /** Numeric filter id to its value. */
  nFeatures: Record<string, number>;
  affiliate: string;
  affiliateUrl?: string;
  /** The source of the data, to be shown with the park. */
  credit?: string;
  /** Earliest time of arrival, as shown. */
  checkIn?: string;
  /** Latest time of departure, as shown. */
  checkOut?: string;
  /** How many units one booking may have, where it may have several; see together. */
  maxUnits?: number;
  /** The times of a stay and what the park asks of its guests, a sentence each. */
  rules?: string[];
}

export interface Review {
  name: string;
  title: string;
  body: string;
  /** 1 to 5. */
  rating: number;
  /** dd/mm/yyyy */
  date: string;
  url: string;
}

export interface SiteReview {
  body: string;
  /** Empty where the service has none. */
  name: string;
}

export interface MenuColumn {
  title: string;
  links: MenuLink[];
}

export interface LateDeal {
  date: string;
  nights: number;
  park: string;
  /** The park's name. */
  name: string;
  price: number;
}

export interface Deal {
  parkId: string;
  name: string;
  slug: string;
  channel: string;
  regn: string;
  regionName: string;
  town: string;
  images: Image[];
  bubbles: string;
  reviewCount: number;
  date: string;
  nights: number;
  price: string;
  /** The price at which the stay was on sale before, where it was higher. */
  fullPrice?: string;
  unitsLeft: number;
}

export interface DealRegion {
  id: string;
  name: string;
  count: number;
  fromPrice: string;
}

export interface PartyQuery {
  /** 18 and over; default 2. */
  adults?: number | undefined;
  /** 5 to 17. */
  children?: number | undefined;
  /** Under 5. */
  under5s?: number | undefined;
  /** Adults, children and under-fives together; if present, it must be their sum. */
  partySize?: number | undefined;
  /** Y: the party brings dogs. */
  petFriendly?: boolean | undefined;
}

export interface NearStay extends Deal {
  /** Of the drive. */
  minutes: number;
  /** In a straight line. */
  miles: number;
  /** The minutes are an estimate from the miles. */
  about: boolean;
}

export interface DateChoice {
  /** day-2027-06: arrival in that month; weekend-2027-06: on a Friday of it; summer-holidays-2027 and the like: the whole stay in those school holidays; with a point and a council's id after it, in those of this council. */
  when: string;
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** Of a council's school holidays: the weeks in which it is off and most others are in term. */
  elsewhere?: DateSpan[];
}

export interface PriceWeek {
  /** Its first day; empty for any week. */
  monday: string;
  /** Ascending: the highest price of each fifth of the regions that have one, the cheapest fifth first. Equal ones are one. */
  upTo: string[];
}

export interface PriceRegion {
  id: string;
  name: string;
  /** Where it is on the map, in runs of cells: the column and the row of the first, and how many, by turns. Empty where other regions have more parks everywhere. */
  cells: number[];
  /** The middle of the cells, in units. */
  x: number;
  y: number;
  /** In pounds, of the cheapest stay; empty where nothing is on sale. */
  prices: string[];
  /** Its arrival; empty where nothing is on sale. */
  dates: string[];
  /** Its holiday type; empty where nothing is on sale. */
  channels: string[];
}

export interface CouncilChoice {
  id: string;
  name: string;
  /** England, Scotland, Wales or Northern Ireland. */
  nation: string;
}

export interface Result {
  parkId: string;
  name: string;
  channel: string;
  regn: string;
  opId: string;
  lat: string;
  lon: string;
  unitId: string;
  price: string;
  /** Only where a genuine earlier price exists. */
  fullPrice?: string;
  /** Numeric, or empty where none is allowed. */
  deposit: string;
  date: string;
  nights: number;
  exact: boolean;
  unitCount: number;
  unitsLeft: number;
  features: number[];
  nFeatures: Record<string, number>;
  offers: string[];
  dogs: string;
  sticky: boolean;
  premium: boolean;
  affiliate: string;
}

export interface ParkCard {
  slug: string;
  regionName: string;
  town: string;
  operatorName: string;
  images: Image[];
  bubbles: string;
  reviewCount: number;
  affiliateUrl: string;
}

export interface MapMark {
  /** Where its first holiday is. */
  lat: string;
  lon: string;
  /** Of its first holiday in the order of the search. */
  parkId: string;
  /** Of a single holiday. */
  name?: string;
  /** Holidays. */
  count: number;
  /** Of the cheapest of them. */
  price: string;
}

export interface SuggestedDate {
  date: string;
  /** Holidays that begin on this date. */
  count: number;
  /** Of the cheapest of them. */
  price: string;
}

export interface SuggestedNights {
  nights: number;
  /** Holidays of that length. */
  count: number;
  /** Of the cheapest of them. */
  price: string;
}

export interface SuggestedRegion {
  id: string;
  name: string;
  /** Distance of its centre, absent where unknown. */
  miles?: number;
  /** Holidays found on and around the date. */
  count: number;
  /** Of the cheapest of them. */
  price: string;
}

export interface SuggestedTogether {
  parkId: string;
  parkName: string;
  /** What is booked, in words. */
  text: string;
  /** Of all, with every compulsory charge and levy. */
  price: string;
  /** The page that lists it, and books it. */
  page: string;
}

export interface Relaxed {
  /** dogs: the party brings dogs; box: only an area of the map; park: only one park. */
  condition: string;
  /** Holidays that the search finds without it. */
  count: number;
}

export interface TogetherOption {
  /** What is booked; send it to the form of /together. */
  id: string;
  /** The whole party moves from one unit to the next; otherwise the units are of the same nights. */
  turns: boolean;
  /** Of all, with every compulsory charge and levy. */
  price: string;
  parts: TogetherPart[];
}

export interface PhraseSpan {
  /** Empty: it says nothing that a search could use. unknown: it is not understood. */
  kind: string;
  /** As it is written. */
  text: string;
  /** What it means. */
  label?: string;
  /** Why it is not understood. */
  why?: string;
  /** The sentence without it. */
  without?: string;
  /** What it could mean; of what is understood, what else it could. */
  choices?: PhraseChoice[];
}

export interface PhraseResult {
  /** Holidays that pass the filters. */
  count: number;
  /** There may be more: the search found more than it returns. */
  more: boolean;
  /** Of the cheapest of them; 0 without any. */
  price: string;
}

export interface ShortlistPark extends Park {
  regionName: string;
  /** The distance to the sea in a straight line, in whole miles; 0: less than one; absent where unknown. */
  seaMiles?: number;
  /** The cheapest unit on the nearest date within 7 days; absent where none is on sale. */
  stay?: Result;
}

export interface UnitType {
  unitType: string;
  name: string;
  desc: string;
  bedrooms: number;
  bathrooms: number;
  sleeps: number;
  features: number[];
  dogs: string;
  disabledAccess: boolean;
  image: string;
  images: Image[];
  /** What is in each room, such as 'Bedroom 1: double bed'. */
  beds: string[];
}

export interface Unit {
  /** Opaque; pass it to book. */
  unitId: string;
  /** The total for stay and party, every compulsory charge included. */
  unitPrice: string;
  unitType: string;
  unitDesc: string;
  fullPrice?: string;
  discount?: string;
  unitsLeft: number;
  /** Numeric, or empty where none is allowed. */
  deposit: string;
  offers: string[];
}

export interface Booking extends Stay {
  /** The booking reference. */
  bookId: string;
  message: string;
  /** Part of unitPrice. */
  bookingFee: string;
  unitPrice: string;
  /** What unitPrice includes, as sentences to show below it. */
  priceNotes?: string[];
  party: Party;
  /** age or dob: which of the two each member must give. */
  partyAge: string;
  promo: boolean;
  /** With dogs: how many may come. Send their number with setextras. Absent: their number is not asked for. */
  maxDogs?: number;
  /** Absent where the park has no rule. */
  leadGuest?: LeadGuest;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Epoch milliseconds. */
  serverTime: number;
  /** When loaded: code to quantity. */
  extras?: Record<string, number>;
  /** When loaded: the fields of setuserdetails. */
  userDetails?: Record<string, string>;
  /** When loaded: the fields of setpartydetails. */
  partyDetails?: Record<string, string>;
  /** When loaded: EXTRAS, DETAILS, … */
  stepsCompleted?: string[];
}

export interface Quote {
  currency: string;
  accommodation: string;
  discount: string;
  /** none, discount or voucher. */
  discountType: string;
  extras: string;
  extrasDeposit: string;
  total: string;
  payNowFull: string;
  /** Absent where no deposit is allowed. */
  payNowDeposit?: string;
  outstandingFull: string;
  /** Absent where no deposit is allowed. */
  outstandingDeposit?: string;
  paidWithFullVoucher: boolean;
  /** dd/mm/yyyy */
  dueDate?: string;
  /** Send it back with prepayment, which then detects a changed price. */
  hash: string;
}

export interface Extra extends StayTimes {
  code: string;
  name: string;
  desc: string;
  /** Where cost depends on nights, people or dogs: what one costs for each, as shown. */
  basis?: string;
  /** Of one, for the stay and the party with the dogs that come. */
  cost: string;
  depcost: string;
  price: string;
  /** 1: shown as a checkbox; more: as a stepper. */
  max: number;
  /** The quantity chosen. */
  value: number;
}

export interface StayTimes {
  /** Earliest time of arrival, as shown. Absent: not known. */
  checkIn?: string;
  /** Latest time of departure, as shown. Absent: not known. */
  checkOut?: string;
}

export interface ChosenExtra {
  code: string;
  name: string;
  /** As in getextras. */
  basis?: string;
  cost: string;
  value: number;
  totalCost: string;
  totalDepcost: string;
}

export interface AddressForm {
  address1?: string | undefined;
  address2?: string | undefined;
  town?: string | undefined;
  county?: string | undefined;
  postcode?: string | undefined;
  /** Country id such as CNUK. */
  country?: string | undefined;
}

export interface PartyMember {
  type: string;
  title: string;
  initial: string;
  lastName: string;
  age?: string;
  dob?: string;
}

export interface Worldpay {
  csePublicKey: string;
  ddcUrl: string;
  ddcJwt: string;
}

export interface PayPal {
  paymntRecId: string;
  orderId: string;
  approveUrl: string;
}

export interface Challenge {
  url: string;
  jwt: string;
  md: string;
  width: number;
  height: number;
}

export interface Stay extends StayTimes {
  channelId: string;
  parkId: string;
  unitId: string;
  unitTypeId: string;
  unitDesc: string;
  /** dd/mm/yyyy */
  arrivalDate: string;
  /** Nights. */
  duration: number;
  /** The company that provides the stay. Absent: not known. */
  operatorName?: string;
  /** What the park asks of its guests, a sentence each. */
  rules?: string[];
  /** What comes back if the guest cancels today or later, a sentence each. Absent: the operator has set no terms. */
  cancellation?: string[];
}

export interface Payment {
  date: string;
  amount: string;
  /** card, wallet, link: somebody else paid by a link, or elsewhere: before the import of the booking, or returned in another way than it was paid. */
  method: string;
  /** The name of the link. */
  by?: string;
}

export interface RefundDue {
  amount: string;
  /** card or wallet: it goes back the way it was paid. link: to whoever paid by a link. */
  method: string;
  /** The provider could not return it: the visitor must call. */
  failed?: boolean;
}

export interface PriceLine {
  label: string;
  amount: string;
  /** What the amount includes, as sentences to show below the label. */
  notes?: string[];
}

export interface Settled {
  /** Why so much is kept, by the terms, as sentences. Absent: staff have decided. */
  rule?: string;
  /** What comes back, by money or to a voucher. */
  back: string;
  /** What is kept of what was paid. */
  kept: string;
}

export interface Changes {
  /** The terms, a sentence each. */
  texts: string[];
  /** The unit types of the park, the booked one among them while it is sold. */
  units: UnitChoice[];
}

export interface PayLink {
  id: string;
  /** What the owner calls it. */
  name?: string;
  /** open, paid, returned (its money went back), ended, expired, or closed: the booking takes no payments. */
  state: string;
  /** What it asks for now; of one that was paid, what was paid. */
  amount: string;
  /** It asks for all that is left to pay. */
  whole?: boolean;
  /** dd/mm/yyyy, the last day on which it can be used. */
  until: string;
  /** dd/mm/yyyy. */
  paidOn?: string;
  /** Of an open link: its address is /booking/payment# and the token. */
  token?: string;
}

export interface PartBack {
  amount: string;
  /** card, wallet, voucher, or link: to whoever paid by a link. */
  method: string;
  /** The last four digits of the card. Absent: not known. */
  ending?: string;
  /** Of the voucher. */
  code?: string;
  /** yyyy-mm-dd, the last day of the voucher. Absent: no end. */
  until?: string;
  /** The voucher cannot be used any more: the visitor must call. */
  over?: boolean;
}

export interface PromoDate {
  date: string;
}

export interface HeroText {
  heading: string;
  heading_image: string;
  subheading: string;
  hero_image: string;
  large_hero_image: string;
  mobile_hero_image: string;
  /** The picture in place of a film that does not play. */
  hero_poster?: string;
  large_hero_poster?: string;
  /** The picture while the promotion gate covers its right side. */
  gate_hero_image?: string;
  booking_mode: string;
}

export interface Banner {
  fluid: boolean;
  bg: string;
  text: string;
  content: string;
  url: string;
}

export interface Countdown {
  status: boolean;
  /** Epoch seconds. */
  datetime: number;
  title: string;
  text: string;
  linktext: string;
  url: string;
  background_colour: string;
  text_colour: string;
}

export interface HomeColumns {
  heading: string;
  /** 'regions': three in a row instead of four. */
  variant?: string;
  background_colour: string;
  columns: HomeColumn[];
}

export interface Accordion {
  items: AccordionItem[];
}

export interface Gallery {
  images: GalleryImage[];
}

export interface PostCards {
  postType: string;
  ids: number[];
}

export interface Image {
  src: string;
  w: number;
  h: number;
  alt: string;
}

export interface ParkStay {
  channel: string;
  /** Arrival. */
  date: string;
  nights: number;
}

export interface MenuLink {
  text: string;
  url: string;
}

export interface DateSpan {
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
}

export interface TogetherPart {
  unitDesc: string;
  arrivalDay: string;
  nights: number;
  /** Who sleeps in it, in words. */
  party: string;
  adults: number;
  children: number;
  under5s: number;
  price: string;
}

export interface PhraseChoice {
  label: string;
  /** The sentence that says so. */
  sentence: string;
}

export interface Party {
  adults: number;
  children: number;
  under5s: number;
  partySize: number;
  /** Y or N. */
  petFriendly: string;
  /** How many dogs come; absent where nobody was asked. */
  dogs?: number;
}

export interface LeadGuest {
  /** The age on the day of arrival is at least this. */
  age: number;
  /** The rule in words. */
  rule: string;
}

export interface UnitChoice {
  unitTypeId: string;
  name: string;
  /** How many dogs may come. Absent: none. */
  maxDogs?: number;
}

export interface HomeColumn {
  image: string;
  overlay_text: string;
  title: string;
  text: string;
  url: string;
}

export interface AccordionItem {
  title: string;
  /** Sanitised HTML. */
  content: string;
}

export interface GalleryImage {
  url: string;
  alt: string;
}

/** Every call by its name. bare: the payload comes without the envelope. */
export interface Calls {
  /** Data of the first page */
  initial: {
    method: 'GET';
    path: '/api/initial';
    input: SiteQuery;
    data: Init;
    bare: false;
  };
  /** Regions of a channel */
  channelregions: {
    method: 'GET';
    path: '/api/channelregions';
    input: RegionsQuery;
    data: Regions;
    bare: false;
  };
  /** Operators of a channel */
  operators: {
    method: 'GET';
    path: '/api/operators';
    input: OperatorsQuery;
    data: Operators;
    bare: false;
  };
  /** Filters of the results */
  filters: {
    method: 'GET';
    path: '/api/filters';
    input: NoQuery;
    data: Filters;
    bare: false;
  };
  /** Parks of a region */
  parks: {
    method: 'GET';
    path: '/api/parks';
    input: ParksQuery;
    data: Parks;
    bare: false;
  };
  /** Places by name */
  places: {
    method: 'GET';
    path: '/api/places';
    input: PlacesQuery;
    data: Places;
    bare: false;
  };
  /** A park */
  parkdetails: {
    method: 'GET';
    path: '/api/parkdetails';
    input: ParkQuery;
    data: ParkAnswer;
    bare: false;
  };
  /** Reviews of a park */
  tripadvisor: {
    method: 'GET';
    path: '/api/tripadvisor';
    input: ParkQuery;
    data: Reviews;
    bare: false;
  };
  /** Reviews of the brand */
  sitereviews: {
    method: 'GET';
    path: '/api/sitereviews';
    input: NoQuery;
    data: SiteReviews;
    bare: false;
  };
  /** Pictures of a park's units */
  accomTypes: {
    method: 'GET';
    path: '/content/json/accom-types/{folder}/{file}';
    input: AccomQuery;
    data: AccomImage[];
    bare: true;
  };
  /** Mega menu */
  megaMenu: {
    method: 'GET';
    path: '/json-files/{file}';
    input: FileQuery;
    data: Record<string, MenuChannel>;
    bare: true;
  };
  /** Cheapest prices by date */
  cachedavailability: {
    method: 'GET';
    path: '/api/cachedavailability';
    input: AvailabilityQuery;
    data: CachedAvailability;
    bare: false;
  };
  /** Deals */
  deals: {
    method: 'GET';
    path: '/api/deals';
    input: DealsQuery;
    data: Deals;
    bare: false;
  };
  /** Stays near home */
  nearhome: {
    method: 'GET';
    path: '/api/nearhome';
    input: NearHomeQuery;
    data: NearHome;
    bare: false;
  };
  /** Britain by price */
  pricemap: {
    method: 'GET';
    path: '/api/pricemap';
    input: PriceMapQuery;
    data: PriceMap;
    bare: false;
  };
  /** Choices of flexible dates */
  datechoices: {
    method: 'GET';
    path: '/api/datechoices';
    input: DateChoicesQuery;
    data: DateChoices;
    bare: false;
  };
  /** Cheapest prices of a channel */
  availSummary: {
    method: 'GET';
    path: '/json-files/avail-summary/{file}';
    input: FileQuery;
    data: CachedAvailability;
    bare: true;
  };
  /** Search */
  search: {
    method: 'GET';
    path: '/api/search';
    input: SearchQuery;
    data: Search;
    bare: false;
  };
  /** Results of a search */
  searchresults: {
    method: 'GET';
    path: '/api/searchresults';
    input: SearchIDQuery;
    data: Search;
    bare: false;
  };
  /** Marks of a search on the map */
  mapmarks: {
    method: 'GET';
    path: '/api/mapmarks';
    input: MapMarksQuery;
    data: MapMarks;
    bare: false;
  };
  /** Suggestions for a search that found little */
  suggestions: {
    method: 'GET';
    path: '/api/suggestions';
    input: SuggestionsQuery;
    data: Suggestions;
    bare: false;
  };
  /** Units together */
  together: {
    method: 'GET';
    path: '/api/together';
    input: TogetherQuery;
    data: Together;
    bare: false;
  };
  /** Search written as a sentence */
  phrase: {
    method: 'GET';
    path: '/api/phrase';
    input: PhraseQuery;
    data: Phrase;
    bare: false;
  };
  /** Cards of parks */
  parkcards: {
    method: 'GET';
    path: '/api/parkcards';
    input: ParkCardsQuery;
    data: ParkCards;
    bare: false;
  };
  /** Parks of a shortlist */
  shortlist: {
    method: 'GET';
    path: '/api/shortlist';
    input: ShortlistQuery;
    data: Shortlist;
    bare: false;
  };
  /** Units of a park */
  parkresults: {
    method: 'GET';
    path: '/api/parkresults';
    input: ParkResultsQuery;
    data: ParkResults;
    bare: false;
  };
  /** Arrival days of cottages */
  getcottagedates: {
    method: 'GET';
    path: '/api/getcottagedates';
    input: CottageDatesQuery;
    data: CottageDates;
    bare: false;
  };
  /** Start or load a booking */
  book: {
    method: 'GET';
    path: '/api/book';
    input: BookQuery;
    data: BookAnswer;
    bare: false;
  };
  /** Bookings in progress of this visitor */
  holds: {
    method: 'GET';
    path: '/api/holds';
    input: NoQuery;
    data: Holds;
    bare: false;
  };
  /** Release a hold */
  releasehold: {
    method: 'POST';
    path: '/api/releasehold';
    input: BookingQuery;
    data: Nothing;
    bare: false;
  };
  /** Extras of a booking */
  getextras: {
    method: 'GET';
    path: '/api/getextras';
    input: BookingQuery;
    data: Extras;
    bare: false;
  };
  /** Choose extras */
  setextras: {
    method: 'POST';
    path: '/api/setextras';
    input: SetExtrasForm;
    data: ChosenExtras;
    bare: false;
  };
  /** Set the contact details */
  setuserdetails: {
    method: 'POST';
    path: '/api/setuserdetails';
    input: UserDetailsForm;
    data: UserDetails;
    bare: false;
  };
  /** Set the party */
  setpartydetails: {
    method: 'POST';
    path: '/api/setpartydetails';
    input: PartyDetailsForm;
    data: PartyDetails;
    bare: false;
  };
  /** Deposit of a booking */
  getdeposit: {
    method: 'GET';
    path: '/api/getdeposit';
    input: BookingQuery;
    data: Deposit;
    bare: false;
  };
  /** Apply a code */
  setdiscount: {
    method: 'POST';
    path: '/api/setdiscount';
    input: DiscountForm;
    data: Deposit;
    bare: false;
  };
  /** Record a payment attempt */
  prepayment: {
    method: 'POST';
    path: '/api/prepayment';
    input: PrepaymentForm;
    data: Prepayment;
    bare: false;
  };
  /** Device data collection */
  devicedata: {
    method: 'GET';
    path: '/api/devicedata';
    input: NoQuery;
    data: DeviceData;
    bare: false;
  };
  /** Continue a payment attempt */
  postpayment: {
    method: 'POST';
    path: '/api/postpayment';
    input: PostpaymentForm;
    data: Postpayment;
    bare: false;
  };
  /** Find a booking */
  getMyBooking: {
    method: 'POST';
    path: '/api/getMyBooking';
    input: LookupForm;
    data: ExistingBooking;
    bare: false;
  };
  /** Bookings of this session */
  mybookings: {
    method: 'GET';
    path: '/api/mybookings';
    input: NoQuery;
    data: MyBookings;
    bare: false;
  };
  /** Forget a booking */
  forgetBooking: {
    method: 'POST';
    path: '/api/mybookings';
    input: ForgetForm;
    data: Nothing;
    bare: false;
  };
  /** What a cancellation gives back */
  plancancel: {
    method: 'POST';
    path: '/api/plancancel';
    input: OwnBooking;
    data: CancelPlan;
    bare: false;
  };
  /** Cancel a booking */
  cancelbooking: {
    method: 'POST';
    path: '/api/cancelbooking';
    input: CancelForm;
    data: ExistingBooking;
    bare: false;
  };
  /** What a change of the stay costs */
  planchange: {
    method: 'POST';
    path: '/api/planchange';
    input: StayWish;
    data: ChangePlan;
    bare: false;
  };
  /** Change the stay */
  changebooking: {
    method: 'POST';
    path: '/api/changebooking';
    input: ChangeForm;
    data: ExistingBooking;
    bare: false;
  };
  /** Correct names and contact details */
  correctdetails: {
    method: 'POST';
    path: '/api/correctdetails';
    input: DetailsForm;
    data: ExistingBooking;
    bare: false;
  };
  /** Make links by which others pay */
  makepaylinks: {
    method: 'POST';
    path: '/api/makepaylinks';
    input: PayLinksForm;
    data: ExistingBooking;
    bare: false;
  };
  /** Take back a link by which others pay */
  endpaylink: {
    method: 'POST';
    path: '/api/endpaylink';
    input: EndPayLinkForm;
    data: ExistingBooking;
    bare: false;
  };
  /** What is paid by a link */
  openpaylink: {
    method: 'POST';
    path: '/api/openpaylink';
    input: LinkForm;
    data: LinkedStay;
    bare: false;
  };
  /** E-mail the booking references */
  resetbooking: {
    method: 'POST';
    path: '/api/resetbooking';
    input: ResetForm;
    data: Nothing;
    bare: false;
  };
  /** Sign up for the newsletter */
  newsletter: {
    method: 'GET';
    path: '/api/newsletter';
    input: NewsletterForm;
    data: Message;
    bare: false;
  };
  /** Send a message */
  contact: {
    method: 'POST';
    path: '/api/contact';
    input: ContactForm;
    data: ContactAnswer;
    bare: false;
  };
  /** Pass the promotion gate */
  validatecodewords: {
    method: 'POST';
    path: '/api/validatecodewords';
    input: CodeWordsForm;
    data: Nothing;
    bare: false;
  };
  /** Arrival dates of the promotion */
  getpromodata: {
    method: 'GET';
    path: '/api/getpromodata';
    input: PromoDataQuery;
    data: PromoData;
    bare: false;
  };
  /** Keep an affiliate click */
  awin: {
    method: 'GET';
    path: '/api/awin';
    input: ClickQuery;
    data: Click;
    bare: false;
  };
}
