import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** How far down each entry of the history was scrolled, by its key. */
const positions = new Map<string, number>()

/**
 * Back and Forward return to where a long list was left. The browser's own
 * memory comes too early for it: the list is not yet as long as it was.
 */
export function useScrollMemory() {
  const { key } = useLocation()
  const navigation = useNavigationType()

  useLayoutEffect(() => {
    const position = positions.get(key)
    if (navigation === NavigationType.Pop && position !== undefined) window.scrollTo(0, position)
    // Only as the list appears; later the visitor scrolls.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useEffect(() => {
    const remember = () => {
      // On the way to another entry the browser scrolls before this one is off the screen.
      const shown = (window.history.state as { key?: string } | null)?.key ?? key
      if (shown === key) positions.set(key, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
