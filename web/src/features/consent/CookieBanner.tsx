import { lazy } from 'react'
import { useSelector } from 'react-redux'
import { LatePart } from '../../ui'
import { selectBannerOpen } from './consent'

const BannerText = lazy(() => import('./BannerText'))

/**
 * The cookie banner, until the visitor has chosen. Only then is its code loaded. Where it cannot be
 * loaded, the page stays without it.
 */
export function CookieBanner() {
  return useSelector(selectBannerOpen) ? (
    <LatePart>
      <BannerText />
    </LatePart>
  ) : null
}
