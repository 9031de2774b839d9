import { useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { selectServerRendered } from '../catalogue'

/**
 * Scrolls to the prices of a park that is opened at `#prices`, before the page is painted. When the
 * park's text comes above them, browsers keep them in view; in one that does not, they are scrolled to
 * again, unless the visitor has scrolled. `name` is the park's name, once it is known.
 */
export function usePricesInView(parkId: string, name: string | undefined): void {
  const { hash, key } = useLocation()
  const navigation = useNavigationType()
  const serverRendered = useSelector(selectServerRendered)
  const scrolled = useRef<{ parkId: string; top: number }>(undefined)

  useLayoutEffect(() => {
    if (hash !== '#prices') return
    const isNew = scrolled.current?.parkId !== parkId
    // The browser itself scrolls a page that the server rendered, and one that Back leads to.
    const byBrowser = serverRendered || (navigation === NavigationType.Pop && key !== 'default')
    if (isNew ? !byBrowser : scrolled.current?.top === window.scrollY)
      document.getElementById('prices')?.scrollIntoView()
    scrolled.current = { parkId, top: window.scrollY }
    // Only for another park, and when it is known: the form writes new queries into the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hash, parkId, name])
}
