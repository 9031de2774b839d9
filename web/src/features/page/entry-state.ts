import { useCallback } from 'react'
import { useLocation, useNavigate, type Location } from '../../router'

/**
 * State that a page stores with its entry in the browser's history. Back, Forward and a reload
 * restore it; a new visit starts without it. Undefined until it is set.
 */
export function useEntryState<Value>(name: string): [Value | undefined, (value: Value) => void] {
  const navigate = useNavigate()
  const { search, hash, state } = useLocation() as Location<Record<string, unknown> | null>
  const set = useCallback(
    (value: Value) => {
      navigate(
        { search, hash },
        { replace: true, state: { ...state, keepScroll: true, [name]: value } },
      )
    },
    [navigate, search, hash, state, name],
  )
  return [state?.[name] as Value | undefined, set]
}

/** History state of an address that the search form wrote. Such an address is not applied to the form. */
export const WRITTEN_BY_FORM = { keepScroll: true, writtenByForm: true } as const

/** Whether the form wrote the address with this history state, so that it already has its values. */
export function isWrittenByForm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'writtenByForm' in state
}
