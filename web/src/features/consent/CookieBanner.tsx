import { lazy, Suspense } from 'react'
import { useSelector } from 'react-redux'
import { selectBannerOpen } from './consent'

const BannerText = lazy(() => import('./BannerText'))

/** The cookie banner, until the visitor has chosen. Only then is its code loaded. */
export function CookieBanner() {
  return useSelector(selectBannerOpen) ? (
    <Suspense fallback={null}>
      <BannerText />
    </Suspense>
  ) : null
}
