import { lazy } from 'react'
import { useSelector } from 'react-redux'
import { LazyPart } from '../../ui'
import { selectBannerOpen, selectConsent } from './consent'
import { hasFirstBanner } from './FirstBanner'

const BannerText = lazy(() => import('./BannerText'))

/**
 * The cookie banner of a page that the browser has rendered, until the visitor has chosen, and the one
 * that 'Cookie settings' opens. Only then is its code loaded. Where it cannot be loaded, the page stays
 * without it; a visitor who asked for it is told.
 */
export function CookieBanner() {
  const open = useSelector(selectBannerOpen)
  // Opened by 'Cookie settings'.
  const wanted = useSelector(selectConsent) !== 'unknown'
  return open && (wanted || !hasFirstBanner()) ? (
    <LazyPart wanted={wanted}>
      <BannerText />
    </LazyPart>
  ) : null
}
