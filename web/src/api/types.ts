/**
 * The shapes of the catalogue as the API gives them. Field names are the
 * specification's. (docs/api.md, 'Catalogue')
 */

/** dd/mm/yyyy. */
export type ApiDate = string

export interface Channel {
  code: string
  name: string
  key: string
}

export interface Region {
  id: string
  name: string
  desc: string
  /** 'Y' means that dogs are welcome somewhere in it. */
  dogs: string
  parkCount?: number
  country?: string
  image?: string
  lat?: string
  lon?: string
}

export interface Operator {
  opId: string
  name: string
  /** 'true' means that the operator allows parties. */
  party: string
  logo?: string
  url?: string
  affiliate?: string
  desc?: string
}

export interface OperatorDeposit {
  type: 'percent' | 'fixed'
  value: number
  compulsory: 0 | 1
  balanceDueDays: number
}

export interface Offer {
  urn: string
  offer: string
}

export interface Filter {
  name: string
  group: string
  compare?: string
  field?: string
  options?: number[]
}

export interface FilterGroup {
  name: string
}

/** Index of the first filter, default value, number of them. */
export type FilterRange = [number, number, number]

export interface Promotion {
  open: string
  emailcapture: string
  papercapture: string
  keywords: number
  papercodes: Record<string, string>
}

/** An image field: an address, or an address with its words. */
export type ImageField = string | { url: string; alt?: string }

export interface Block {
  type: string
  data: unknown
}

export interface HeroTextData {
  heading?: string
  heading_image?: ImageField
  subheading?: string
  hero_image?: ImageField
  large_hero_image?: ImageField
  mobile_hero_image?: ImageField
  booking_mode?: string | number | boolean
}

export interface BannerData {
  fluid?: boolean
  bg?: string
  text?: string
  content?: string
  url?: string
}

export interface CountdownData {
  status?: boolean | number | string
  datetime?: number
  title?: string
  text?: string
  linktext?: string
  url?: string
  background_colour?: string
  text_colour?: string
}

export interface ColumnItem {
  image?: ImageField
  overlay_text?: string
  title?: string
  text?: string
  url?: string
}

export interface HomeColumnsData {
  heading?: string
  variant?: string
  background_colour?: string
  columns?: ColumnItem[]
}

export interface AccordionData {
  items?: { title: string; content: string }[]
}

export interface GalleryData {
  images?: { url: string; alt?: string }[]
}

export interface PostCardsData {
  postType?: string
  ids?: number[]
}

/** GET /api/initial. */
export interface InitData {
  siteCode: string
  /** The server's date in Europe/London. */
  today: ApiDate
  homepageLayout: Block[]
  promotion: Promotion
  channels: Channel[]
  Filters: Filter[]
  bFilters: FilterRange
  nFilters: FilterRange
  filterGroups: Record<string, FilterGroup>
  /** Channel code, then region id. */
  regions: Record<string, Record<string, Region>>
  operators: Record<string, Operator[]>
  operatorDeposits: Record<string, OperatorDeposit>
  offers: Offer[]
}

/** A picture with its size. */
export interface Picture {
  src: string
  w: number
  h: number
  alt: string
}

/** Region, then date (dd/mm/yyyy), then nights, then pets flag, then party-size threshold: pounds. */
export type PriceTable = Record<
  string,
  Record<ApiDate, Record<string, Record<string, Record<string, number>>>>
>

export interface LateDeal {
  date: ApiDate
  nights: number
  /** The park's code. */
  park: string
  price: number
}

/** GET /api/cachedavailability. */
export interface CachedAvailabilityData {
  minprices: PriceTable
  minparkprices: PriceTable
  months: string[]
  latedeals: LateDeal[]
  nightsOptions: Record<string, number[]>
}

/** GET /json-files/{menu file}. */
export interface MegaMenuChannel {
  title: string
  isChannel: boolean
  image?: string
  columns: { title: string; links: { text: string; url: string }[] }[]
}
export type MegaMenuData = Record<string, MegaMenuChannel>
