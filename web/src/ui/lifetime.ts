import { useCallback, useEffect, useRef } from 'react'

/**
 * A signal for the calls of a component. It aborts when the component is unmounted, so that a later
 * answer changes nothing and opens no page.
 */
export function useLifetime(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined)
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    return () => own.abort()
  }, [])
  return useCallback(() => controller.current?.signal ?? AbortSignal.abort(), [])
}
