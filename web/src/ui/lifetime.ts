import { useCallback, useEffect, useRef } from 'react'

/**
 * A signal for the calls of a component: it aborts when the component goes, so
 * that an answer that comes later changes nothing and leads nowhere.
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
