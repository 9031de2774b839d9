// Writes sort and filters that are no part of a search into an address, and reads them back: those of
// the results, and those of the accommodation of a park.
import { NO_ACCOM_FILTERS, UNIT_SORTS, type AccomFilters } from './accom-filters'
import { RESULT_SORTS, type ResultSort } from './result-sorts'
import { PRICE_SLIDER_MAX, PRICE_SLIDER_MIN } from './settings'

interface PriceEnds {
  rangeSliderMin: number
  rangeSliderMax: number
}

/** The sort and the filters of results that a search does not contain. */
export interface ResultRefinements extends PriceEnds {
  resultsAppliedSort: ResultSort
  /** The chosen value of each numeric filter, in the order of the list. */
  nFiltersStateArray: number[]
}

/** The parameters of the results' sort and filters, each with '&' before it; '' when nothing is chosen. */
export function resultsToQuery(
  chosen: ResultRefinements,
  noNumbers: readonly number[] = [],
): string {
  const { resultsAppliedSort: sort, nFiltersStateArray: numbers } = chosen
  return joined({
    sort: sort === RESULT_SORTS[0] ? '' : sort,
    price: priceText(chosen),
    atleast: numbers.every((value, index) => value === (noNumbers[index] ?? 0))
      ? ''
      : numbers.join(','),
  })
}

/** Reads what resultsToQuery has written. Missing and invalid values are the defaults. */
export function queryToResults(
  params: URLSearchParams,
  noNumbers: readonly number[] = [],
): ResultRefinements {
  const numbers = numbersIn(params.get('atleast'))
  return {
    resultsAppliedSort: RESULT_SORTS.find((sort) => sort === params.get('sort')) ?? RESULT_SORTS[0],
    ...priceIn(params.get('price')),
    nFiltersStateArray: noNumbers.map((none, index) => numbers[index] ?? none),
  }
}

/** The parameters of a park's accommodation filters, each with '&' before it. */
export function accomToQuery(accom: AccomFilters): string {
  return joined({
    unitsort: accom.appliedSort === UNIT_SORTS[0] ? '' : accom.appliedSort,
    unitprice: priceText(accom),
    unitfeatures: accom.filtersStateArray.join(','),
    bedrooms: accom.bedrooms > 0 ? String(accom.bedrooms) : '',
    bathrooms: accom.bathrooms > 0 ? String(accom.bathrooms) : '',
  })
}

/** Reads what accomToQuery has written. */
export function queryToAccom(params: URLSearchParams): AccomFilters {
  const [bedrooms = 0] = numbersIn(params.get('bedrooms'))
  const [bathrooms = 0] = numbersIn(params.get('bathrooms'))
  return {
    ...NO_ACCOM_FILTERS,
    ...priceIn(params.get('unitprice')),
    appliedSort: UNIT_SORTS.find((sort) => sort === params.get('unitsort')) ?? UNIT_SORTS[0],
    filtersStateArray: numbersIn(params.get('unitfeatures')),
    bedrooms,
    bathrooms,
  }
}

function joined(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value ? `&${name}=${encodeURIComponent(value)}` : ''))
    .join('')
}

/** '100-300', in pounds; '' for the whole range. */
function priceText({ rangeSliderMin: min, rangeSliderMax: max }: PriceEnds): string {
  return min > PRICE_SLIDER_MIN || max < PRICE_SLIDER_MAX ? `${min}-${max}` : ''
}

function priceIn(text: string | null): PriceEnds {
  const [, min, max] = /^(\d{1,4})-(\d{1,4})$/.exec(text ?? '') ?? []
  const ends = { rangeSliderMin: Number(min), rangeSliderMax: Number(max) }
  const isRange =
    ends.rangeSliderMin <= ends.rangeSliderMax && ends.rangeSliderMax <= PRICE_SLIDER_MAX
  return isRange ? ends : { rangeSliderMin: PRICE_SLIDER_MIN, rangeSliderMax: PRICE_SLIDER_MAX }
}

/** Whole numbers from 0 on, separated by commas; none if one of them is not. */
function numbersIn(text: string | null): number[] {
  return text !== null && /^\d{1,4}(,\d{1,4})*$/.test(text) ? text.split(',').map(Number) : []
}
