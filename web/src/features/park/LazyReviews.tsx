import { useRef, useState, type ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { KEEP_SERVER_HTML, chunkOf, PartMissing, Skeleton, useLazyCode } from '../../ui'
import { selectServerRendered } from '../page'
import type { Reviews } from './Reviews'

type Props = ComponentProps<typeof Reviews>

const chunk = chunkOf<Props>(async () => (await import('./Reviews')).Reviews)
if (__SERVER__) void chunk.load()

/**
 * The guests' reviews. The browser loads their code when they are near the visible area; until then
 * it shows what the server has rendered. When their button was pressed meanwhile, the reviews are
 * opened once the code is loaded; when the code cannot be loaded, a message says so. `reviews` is
 * undefined until they are loaded.
 */
export function LazyReviews({
  reviews,
  ...rest
}: Omit<Props, 'reviews' | 'opened'> & { reviews: Props['reviews'] | undefined }) {
  const container = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(false)
  const { Loaded, failed } = useLazyCode(container, chunk)
  const pageServerRendered = useSelector(selectServerRendered)
  const [serverRendered] = useState(pageServerRendered)
  if (failed && !serverRendered) return null
  const content =
    Loaded && reviews ? (
      <Loaded reviews={reviews} opened={opened} {...rest} />
    ) : (
      <Skeleton className="h-full rounded-card" />
    )
  const keepsServerHtml = serverRendered && !Loaded
  return (
    <>
      {/* Listens to the button in the HTML from the server, which has no handler of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={container}
        suppressHydrationWarning
        dangerouslySetInnerHTML={keepsServerHtml ? KEEP_SERVER_HTML : undefined}
        onClick={({ target }) => {
          if ((target as Element).closest('button')) setOpened(true)
        }}
      >
        {keepsServerHtml ? undefined : content}
      </div>
      {failed && opened ? <PartMissing /> : null}
    </>
  )
}
