import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useNavigate, type Location } from 'react-router'
import { selectSearchQuery } from './address'
import type { SearchRoot } from './state'

/** History state of an address that the form has written: it is not read back into the form. */
const WRITTEN = { keepScroll: true, writtenByForm: true } as const

/** Whether an address was written by the form, so that it says nothing that the form does not know. */
export function isWrittenByForm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'writtenByForm' in state
}

/** Writes the search as it stands into the address, in place of what stands there. */
export function useWriteAddress(): () => void {
  const navigate = useNavigate()
  const store = useStore<SearchRoot>()
  const { search, hash, state } = useLocation() as Location<object | null>
  const present = useRef({ search, hash, state })

  useEffect(() => {
    present.current = { search, hash, state }
  })

  return useCallback(() => {
    const query = `?${selectSearchQuery(store.getState())}`
    const { search, hash, state } = present.current
    if (query === search.replace(/&page=\d+$/, '')) return
    void navigate({ search: query, hash }, { replace: true, state: { ...state, ...WRITTEN } })
  }, [navigate, store])
}
