/**
 * The types that screens use, taken from the generated contract (schema.d.ts): when the contract
 * changes, these change too, or no longer compile.
 */
import type * as schema from './schema'

export type {
  CachedAvailability,
  Channel,
  Filter,
  FilterGroup,
  FlagSettings,
  Image,
  LateDeal,
  Offer,
  Operator,
  OperatorDeposit,
  Promotion,
  Region,
} from './schema'

/** Region, then date (dd/mm/yyyy), then nights, then pets flag, then party-size threshold: pounds. */
export type PriceTable = schema.CachedAvailability['minprices']

/** Where the filters of one type are in the list: index of the first, default value, and number. */
export type FilterRange = schema.Init['bFilters']

/** GET /api/initial. */
export type InitData = Omit<schema.Init, 'homepageLayout'> & { homepageLayout: Block[] }

/** A part of the home page. A part of an unknown type shows nothing. */
export interface Block {
  type: string
  data: unknown
}

/** An image field: a URL, or a URL with alternative text. */
export type ImageField = string | { url: string; alt?: string }

/**
 * A block's data as layouts may contain it: any field may be missing, and the fields in W may have
 * more types than our own server sends. A field that the contract does not have is an error.
 */
type AsInLayout<T, W extends { [K in keyof W]: K extends keyof T ? unknown : never }> = {
  [K in keyof T]?: K extends keyof W ? T[K] | W[K] : T[K]
}

export type HeroTextData = AsInLayout<
  schema.HeroText,
  {
    heading_image: ImageField
    hero_image: ImageField
    large_hero_image: ImageField
    mobile_hero_image: ImageField
    booking_mode: number | boolean
  }
>
export type BannerData = Partial<schema.Banner>
export type CountdownData = AsInLayout<schema.Countdown, { status: number | string }>
export type ColumnItem = AsInLayout<schema.HomeColumn, { image: ImageField }>
export type HomeColumnsData = AsInLayout<schema.HomeColumns, { columns: ColumnItem[] }>
export type AccordionData = Partial<schema.Accordion>
export type PostCardsData = Partial<schema.PostCards>
export type GalleryData = AsInLayout<schema.Gallery, { images: { url: string; alt?: string }[] }>
