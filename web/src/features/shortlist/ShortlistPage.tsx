import { useMemo } from 'react'
import { useLocation } from '../../router'
import { sharedParks } from './address'
import { OwnShortlist } from './OwnShortlist'
import { SharedShortlist } from './SharedShortlist'

/** The visitor's own shortlist, or the one that the address names. */
export function ShortlistPage() {
  const { search } = useLocation()
  const shared = useMemo(() => sharedParks(search), [search])
  return shared ? <SharedShortlist key={shared.join()} parkIds={shared} /> : <OwnShortlist />
}
