import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { writeHead, type PageHead } from './head'

interface PageProps extends PageHead {
  /** False leaves the scroll position where it is when this page is reached. */
  scrollToTop?: boolean
  children: ReactNode
}

/** Whether the document's first page has been reached; on it the browser itself places focus and scroll. */
let arrived = false
/** The path of that page while it is shown: the server has written its head. */
let firstPath: string | undefined

/**
 * The frame of every page: title, description and canonical link; on a change
 * of path the view goes to the top and the focus to the heading. Back and
 * forward restore the old position; `state: { keepScroll: true }` keeps it for
 * one navigation.
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

  // Only the path decides: a change of the query alone leaves the view where it is. Before the page
  // is painted, or a long way down the last one would show the foot of this one for a moment.
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

/** An alert that took the focus when the page appeared keeps it, and comes into view: why one is here again. */
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
