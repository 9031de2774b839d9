import { useCallback, useEffect, useRef } from 'react'

/**
 * A signal for the calls of a component. It aborts when the component is unmounted, so that a later
 * answer changes nothing and opens no page.
 */
export function useLifetime(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined)
  // Made when it is first needed: a press can come before the effect has run.
  const current = useCallback(() => (controller.current ??= new AbortController()), [])
  useEffect(() => {
    // Mounted again, as after a change of the code during development.
    if (current().signal.aborted) controller.current = undefined
    return () => current().abort()
  }, [current])
  return useCallback(() => current().signal, [current])
}
