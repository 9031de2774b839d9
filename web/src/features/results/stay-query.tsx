import { createContext, useCallback, useDeferredValue, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { parseDate, toIso } from '../../rules/dates'
import { searchToQuery } from '../../rules/search-url'
import { selectCriteria, selectSearchQuery } from '../search'

/**
 * Returns the query of the search, without '?', for the stay of a result: of flexible dates the
 * result's own date (dd/mm/yyyy), otherwise the requested one.
 */
export const StayQuery = createContext<(date: string) => string>(() => '')

/**
 * Gives the cards in it the query of their links, shortly after the search has changed: every filter
 * and every field of the search box changes the links of all cards, and nothing that is seen of them.
 */
export function LateStayQuery({ children }: { children: ReactNode }) {
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
