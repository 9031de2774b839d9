import { useDeferredValue, useMemo } from 'react'
import { useSelector } from 'react-redux'
import { selectResultsState } from '../search'

/**
 * A value that the results and the filters give. It may be updated shortly after the filters, so that
 * a pressed filter is painted first. The value of a new search is returned at once.
 */
export function useLate<Value>(value: Value): Value {
  const { searchId } = useSelector(selectResultsState)
  const now = useMemo(() => ({ value, searchId }), [value, searchId])
  const late = useDeferredValue(now)
  return late.searchId === searchId ? late.value : value
}
