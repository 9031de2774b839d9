import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useSelector } from 'react-redux'
import { selectBannerOpen } from './consent'

const BannerText = lazy(() => import('./BannerText'))

/**
 * The cookie banner, until the visitor has chosen. Only then is its code loaded. Where it cannot be
 * loaded, the page stays without it.
 */
export function CookieBanner() {
  return useSelector(selectBannerOpen) ? (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <BannerText />
      </Suspense>
    </ErrorBoundary>
  ) : null
}
