// The accommodation filters of a park's page and its sorts (specification, part 1, 'Park page').
import { PRICE_SLIDER_MAX, PRICE_SLIDER_MIN } from './settings'

/** Accommodation sorts, the default first. */
export const UNIT_SORTS = ['priceAsc', 'priceDesc', 'nameAsc'] as const
export type UnitSort = (typeof UNIT_SORTS)[number]
/** The names of the sorts. */
export const UNIT_SORT_LABELS: Readonly<Record<UnitSort, string>> = {
  priceAsc: 'Price (low to high)',
  priceDesc: 'Price (high to low)',
  nameAsc: 'Name (A to Z)',
}

/** The accommodation filters. */
export interface AccomFilters {
  /** The ids of the boolean filters that a unit must pass. */
  filtersStateArray: number[]
  rangeSliderMin: number
  rangeSliderMax: number
  appliedSort: UnitSort
  /** At least this many; 0 means any. */
  bedrooms: number
  bathrooms: number
}

/** The filters when nothing is chosen. */
export const NO_ACCOM_FILTERS: AccomFilters = {
  filtersStateArray: [],
  rangeSliderMin: PRICE_SLIDER_MIN,
  rangeSliderMax: PRICE_SLIDER_MAX,
  appliedSort: 'priceAsc',
  bedrooms: 0,
  bathrooms: 0,
}
