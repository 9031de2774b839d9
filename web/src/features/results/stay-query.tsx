import { createContext, useCallback, useDeferredValue, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { foundStayQuery, type PricedStay } from '../../rules/stay-query'
import { selectCriteria } from '../search'

/** A function from a result to the query of its park's address, without '?'. */
export const StayQuery = createContext<(stay: PricedStay) => string>(() => '')

/**
 * Provides StayQuery to the cards in it. Every filter and every field of the search box changes the
 * links of all cards, but nothing visible, so the links change with lower priority (deferred).
 */
export function LazyStayQuery({ children }: { children: ReactNode }) {
  const criteria = useDeferredValue(useSelector(selectCriteria))
  const query = useCallback((stay: PricedStay) => foundStayQuery(criteria, stay), [criteria])
  return <StayQuery value={query}>{children}</StayQuery>
}
