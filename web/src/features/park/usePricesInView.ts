import { useLayoutEffect, useRef } from 'react'
import { useSelector } from 'react-redux'
import { NavigationType, useLocation, useNavigationType } from '../../router'
import { unitRowId } from '../../rules/unit-row'
import { selectServerRendered } from '../page'

/** What the address of a row of the prices begins with. */
const ROW = `#${unitRowId('')}`

/**
 * Scrolls to the prices of a park that is opened at `#prices` or at a row of them, before the page is painted. It scrolls
 * again when the park's text appears above them, unless the visitor has scrolled: not every browser
 * keeps them in view. `name` is the park's name, once it is loaded.
 */
export function usePricesInView(parkId: string, name: string | undefined): void {
  const { hash, key } = useLocation()
  const navigation = useNavigationType()
  const serverRendered = useSelector(selectServerRendered)
  const scrolled = useRef<{ parkId: string; top: number }>(undefined)

  useLayoutEffect(() => {
    if (hash !== '#prices' && !hash.startsWith(ROW)) return
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

/** Scrolls to the row of the unit type in the address, once the rows are there. */
export function useRowInView(rows: readonly { unitType: string }[]): void {
  const { hash } = useLocation()
  const isThere = rows.some(({ unitType }) => hash === `#${unitRowId(unitType)}`)
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!isThere || shown.current === hash) return
    shown.current = hash
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, isThere])
}
