import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate, type Location } from '../../router'
import { utmOf } from '../../rules/search-url'
import { WRITTEN_BY_FORM } from '../page'
import { selectSearchQuery } from './address'
import type { SearchRoot } from './state'

/**
 * Returns a function that writes the current search, with the page's sort and filters, to the
 * address, replacing the current entry. It does nothing once the visitor has opened another page, whose code may still be loaded.
 */
export function useWriteAddress(refinements: (state: SearchRoot) => string = () => ''): () => void {
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
  const { pathname, search, hash, state } = useLocation() as Location<object | null>
  const latest = useRef({ search, hash, state })

  useEffect(() => {
    latest.current = { search, hash, state }
  })

  /** The browser's path when this page was shown. The router's path changes only when the next page is. */
  const path = useRef<string>(undefined)
  useEffect(() => {
    path.current = window.location.pathname
  }, [pathname])

  return useCallback(() => {
    if (window.location.pathname !== path.current) return
    const { search, hash, state } = latest.current
    const query = `?${selectSearchQuery(store.getState())}${refinements(store.getState())}${utmOf(search)}`
    if (query === search.replace(/&page=\d+$/, '')) return
    navigate({ search: query, hash }, { replace: true, state: { ...state, ...WRITTEN_BY_FORM } })
  }, [navigate, store, refinements])
}
