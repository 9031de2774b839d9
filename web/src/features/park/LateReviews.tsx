import { useRef, useState, type ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { AS_RENDERED, chunkOf, PartMissing, Skeleton, useLateCode } from '../../ui'
import { selectServerRendered } from '../catalogue'
import type { Reviews } from './Reviews'

type Props = ComponentProps<typeof Reviews>

const chunk = chunkOf<Props>(async () => (await import('./Reviews')).Reviews)
if (__SERVER__) void chunk.load()

/**
 * The guests' reviews. The browser loads their code when they are near the visible area; until then
 * it shows what the server has rendered. Their button then opens all reviews if it was pressed, and
 * keeps the focus; where the code cannot be loaded, a message says so. `reviews` is undefined until
 * they are there.
 */
export function LateReviews({
  reviews,
  ...rest
}: Omit<Props, 'reviews' | 'opened'> & { reviews: Props['reviews'] | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  const { Loaded, failed } = useLateCode(place, chunk)
  const pageServerRendered = useSelector(selectServerRendered)
  const [rendered] = useState(pageServerRendered)
  if (failed && !rendered) return null
  const shown =
    Loaded && reviews ? (
      <Loaded reviews={reviews} opened={opened} {...rest} />
    ) : (
      <Skeleton className="h-full rounded-card" />
    )
  const asRendered = rendered && !Loaded
  return (
    <>
      {/* The press is that of the button which the server rendered. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={place}
        suppressHydrationWarning
        dangerouslySetInnerHTML={asRendered ? AS_RENDERED : undefined}
        onClick={({ target }) => {
          if ((target as Element).closest('button')) setOpened(true)
        }}
      >
        {asRendered ? undefined : shown}
      </div>
      {failed && opened ? <PartMissing /> : null}
    </>
  )
}
