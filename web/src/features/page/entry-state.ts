import { useCallback } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'

/**
 * State that a page stores with its entry in the browser's history. Back, Forward and a reload
 * restore it; a new visit starts without it. Undefined until it is set.
 */
export function useEntryState<Value>(name: string): [Value | undefined, (value: Value) => void] {
  const navigate = useNavigate()
  const { search, hash, state } = useLocation() as Location<Record<string, unknown> | null>
  const set = useCallback(
    (value: Value) => {
      void navigate(
        { search, hash },
        { replace: true, state: { ...state, keepScroll: true, [name]: value } },
      )
    },
    [navigate, search, hash, state, name],
  )
  return [state?.[name] as Value | undefined, set]
}
