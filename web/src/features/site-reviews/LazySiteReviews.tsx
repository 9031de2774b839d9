import { lazy } from 'react'
import { Skeleton, WhenNear } from '../../ui'
import { ROOM } from './room'

const SiteReviews = lazy(() => import('./SiteReviews'))

/** What customers say about the brand, loaded once it is near the visible area. */
export function LazySiteReviews({ className }: { className: string }) {
  return (
    <WhenNear className={className} fallback={<Skeleton className={`${ROOM} rounded-card`} />}>
      <SiteReviews />
    </WhenNear>
  )
}
