import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from '../../router'
import { writeHead, type PageHead } from './head'

interface PageProps extends PageHead {
  /** False leaves the scroll position unchanged when this page opens. */
  scrollToTop?: boolean
  children: ReactNode
}

/**
 * Whether the document's first page was shown; there the browser itself sets focus and scroll
 * position.
 */
let arrived = false
/** The path of that first page while it is shown: the server has written its head. */
let firstPath: string | undefined

/**
 * The frame of every page: title, description and canonical link. When the path changes, it scrolls
 * to the top and focuses the heading. Back and Forward restore the old position. `state: {
 * keepScroll: true }` keeps the position for one navigation.
 */
export function Page({ scrollToTop = true, children, ...head }: PageProps) {
  const { title, wholeTitle, description, path, noindex } = head
  const { pathname, state } = useLocation() as { pathname: string; state: unknown }
  const navigation = useNavigationType()

  useEffect(() => {
    writeHead({ title, wholeTitle, description, path, noindex }, { first: firstPath === pathname })
  }, [title, wholeTitle, description, path, noindex, pathname])

  const keepScroll =
    !scrollToTop ||
    navigation === NavigationType.Pop ||
    (typeof state === 'object' && state !== null && 'keepScroll' in state)

  // Only for a change of the path: a change of the query leaves the position unchanged. Before
  // painting, because otherwise the bottom of this page would flash up after a long page.
  useLayoutEffect(() => {
    if (!arrived) {
      arrived = true
      firstPath = pathname
      return
    }
    firstPath = undefined
    if (!keepScroll) window.scrollTo(0, 0)
    if (!showFocusedAlert()) focusHeading()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname])

  return <main id="main">{children}</main>
}

/**
 * Scrolls to an alert that took the focus when the page appeared, and leaves the focus there: it
 * explains why the visitor is here again.
 */
function showFocusedAlert(): boolean {
  const focused = document.activeElement
  if (!focused?.matches('#main [role="alert"]')) return false
  focused.scrollIntoView({ block: 'center' })
  return true
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
