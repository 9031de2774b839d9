import { useRef, useState, type ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { AS_RENDERED, chunkOf, Skeleton, useLateCode } from '../../ui'
import { selectServerRendered } from '../catalogue'
import type { Reviews } from './Reviews'

type Props = ComponentProps<typeof Reviews>

const chunk = chunkOf<Props>(async () => (await import('./Reviews')).Reviews)
if (__SERVER__) void chunk.load()

/**
 * The guests' reviews. The browser loads their code when they are near the visible area; until then
 * it shows what the server has rendered. `reviews` is undefined until they are there.
 */
export function LateReviews({
  reviews,
  ...rest
}: Omit<Props, 'reviews'> & { reviews: Props['reviews'] | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const { Loaded } = useLateCode(place, chunk)
  const pageServerRendered = useSelector(selectServerRendered)
  const [rendered] = useState(pageServerRendered)
  const shown =
    Loaded && reviews ? (
      <Loaded reviews={reviews} {...rest} />
    ) : (
      <Skeleton className="h-full rounded-card" />
    )
  const asRendered = rendered && !Loaded
  return (
    <div
      ref={place}
      suppressHydrationWarning
      dangerouslySetInnerHTML={asRendered ? AS_RENDERED : undefined}
    >
      {asRendered ? undefined : shown}
    </div>
  )
}
