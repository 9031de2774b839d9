import { useEffect } from 'react'

/**
 * Reloads a page that the browser restores from its back/forward cache: what it
 * shows may be out of date, and a button may still wait for the document that it opened.
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
