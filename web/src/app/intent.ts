import { isBookingPath } from '../features/page'
import { pagesAt } from './routes'

/**
 * Fetches the script of the page that a link leads to as soon as the visitor
 * points at it, touches it or moves the focus to it. Pages of a booking are left
 * out: they begin something.
 */
export function watchIntent(document: Document): void {
  // From here on links are followed within the page: whole documents need not be fetched ahead.
  document.querySelector('script[type="speculationrules"]')?.remove()
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
    if (!link || link.target || isBookingPath(link.pathname)) return
    // A page whose script does not come says so when it is opened.
    for (const { handle } of pagesAt(link.pathname)) handle.load().catch(() => {})
  }
  for (const event of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(event, onIntent, { passive: true })
}
