import { useSelector } from 'react-redux'
import { groupThousands } from '../../rules/money'
import { plural } from '../../rules/plural'
import { whenText } from '../../rules/when'
import {
  isFound,
  selectFilters,
  selectNear,
  selectOfferDates,
  selectOfferedResults,
  selectResultsState,
  selectShownResults,
} from '../search'
import { useDeferredSelector } from './useDeferredSelector'

/**
 * Three texts: '86 Holidays found'; on which dates; and how many there are without the filters, with
 * the order of the list. A text is '' where there is nothing to say.
 */
export function useFoundTexts(): string[] {
  const found = useSelector(selectResultsState)
  const { count, exactCount, alternativeCount, results, isWaiting, isSearching, params } = found
  const offered = useDeferredSelector(selectOfferedResults)
  const shown = useDeferredSelector(selectShownResults)
  const near = useSelector(selectNear)
  const { resultsAppliedSort } = useSelector(selectFilters)
  const flexibleDates = whenText(params?.when)
  const isLimited = useSelector(selectOfferDates).size > 0
  const order = near && resultsAppliedSort === 'date' ? `Nearest to ${near.name} first` : ''
  if (isWaiting) return [`${groupThousands(count)} found so far…`, '', order]
  if (isSearching || !isFound(found)) return ['', '', order]
  const filtered = shown.length < offered.length
  const limited = offered.length < results.length
  const counted = filtered || limited
  const exact = counted ? shown.filter((row) => row.exact).length : exactCount
  const other = counted ? shown.length - exact : alternativeCount
  const total = counted ? shown.length : count
  const all = limited ? offered.length : count
  return [
    `${plural(total, 'Holiday')} found`,
    flexibleDates
      ? `${flexibleDates}, each on its cheapest ${isLimited ? 'of your offer dates' : 'date'}`
      : datesText(exact, other),
    [filtered ? `${groupThousands(total)} of ${groupThousands(all)}` : '', order]
      .filter(Boolean)
      .join(' · '),
  ]
}

/** The text about the dates on which holidays were found. */
export function datesText(exact: number, alternative: number): string {
  const onDate = exact > 0 ? `${groupThousands(exact)} on your date` : ''
  if (alternative === 0) return onDate
  const others = `${groupThousands(alternative)} on alternative dates`
  return onDate ? `${onDate}, ${others}` : `No holidays on your date, showing ${others}`
}
