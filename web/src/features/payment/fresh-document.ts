import { useEffect } from 'react'

/**
 * A page that the browser brings back whole from its history knows nothing of
 * what happened since: it is loaded anew.
 */
export function useFreshDocument(): void {
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
