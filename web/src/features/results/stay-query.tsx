import { createContext, useCallback, useDeferredValue, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { parseDate, toIso } from '../../rules/dates'
import { searchToQuery } from '../../rules/search-url'
import { selectCriteria, selectSearchQuery } from '../search'

/**
 * A function from a result's date (dd/mm/yyyy) to the search's query, without '?'. The date is used
 * when the dates of the search are flexible.
 */
export const StayQuery = createContext<(date: string) => string>(() => '')

/**
 * Provides StayQuery to the cards in it. Every filter and every field of the search box changes the
 * links of all cards, but nothing visible, so the links change with lower priority (deferred).
 */
export function LazyStayQuery({ children }: { children: ReactNode }) {
  const criteria = useDeferredValue(useSelector(selectCriteria))
  const query = useCallback(
    (date: string) => {
      const day = criteria.when && parseDate(date)
      return day
        ? searchToQuery({ ...criteria, arrivalDate: toIso(day) })
        : selectSearchQuery.memoizedResultFunc(criteria)
    },
    [criteria],
  )
  return <StayQuery value={query}>{children}</StayQuery>
}
