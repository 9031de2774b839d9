import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from '../../router'

/** The scroll position of each entry of the history, by the entry's key. */
const positions = new Map<string, number>()

/**
 * Restores the scroll position of a long list on Back and Forward. The browser restores it too
 * early, when the list is still short.
 */
export function useScrollMemory() {
  const { key } = useLocation()
  const navigation = useNavigationType()

  useLayoutEffect(() => {
    const position = positions.get(key)
    if (navigation === NavigationType.Pop && position !== undefined) window.scrollTo(0, position)
    // Only when the list appears; after that the visitor scrolls.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useEffect(() => {
    const remember = () => {
      // On Back the browser already scrolls for the other entry while this page is still there.
      const entry = (window.history.state as { key?: string } | null)?.key ?? key
      if (entry === key) positions.set(key, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
