import { useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { selectServerRendered } from '../catalogue'

/**
 * Scrolls to the prices of a park that is opened at `#prices`, before the page is painted. It scrolls
 * again when the park's text appears above them, unless the visitor has scrolled: not every browser
 * keeps them in view. `name` is the park's name, once it is loaded.
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
    // Not for a new query in the address, which the form writes: only for another park, and once its
    // name is loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hash, parkId, name])
}
