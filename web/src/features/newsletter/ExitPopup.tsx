import { lazy, useEffect, useState } from 'react'
import { brand } from '../../brands'
import { LazyPart } from '../../ui'

const LeavingVisitor = lazy(() => import('./LeavingVisitor'))

/** How long a page is open before the popup may appear. */
const AFTER_MS = 10_000

/**
 * The popup for visitors who are about to leave the page; for a mouse or touchpad only. Its code is
 * loaded when it may appear. Where it cannot be loaded, there is no popup.
 */
export function ExitPopup() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!brand.forms.enableNewsletterSignup) return
    if (!window.matchMedia?.('(pointer: fine)').matches) return
    const timer = setTimeout(() => setLate(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? (
    <LazyPart>
      <LeavingVisitor />
    </LazyPart>
  ) : null
}
