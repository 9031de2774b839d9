import { useRef, useState, type KeyboardEvent } from 'react'
import type { Image } from '../../api/schema'
import { IconButton, Modal, scrollBehaviour } from '../../ui'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons'
import { Picture, saysMore } from './Picture'

/**
 * All pictures of a park in a dialog, one at a time. The visitor goes from one to the next by its two
 * buttons, by the arrow keys, Home and End, and by a swipe.
 */
export default function AllPicturesModal({
  name,
  pictures,
  onClose,
}: {
  name: string
  pictures: readonly Image[]
  onClose: () => void
}) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  /** The picture to which a button or a key scrolls; undefined when it is reached, or after a swipe. */
  const target = useRef<number>(undefined)
  const last = pictures.length - 1
  const show = (to: number) => {
    const index = Math.min(Math.max(to, 0), last)
    setShown(index)
    const element = row.current
    target.current = index
    element?.scrollTo?.({ left: index * element.clientWidth, behavior: scrollBehaviour() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    show(to)
  }
  return (
    <Modal open onClose={onClose} title={name} size="lg" onKeyDown={onKeyDown}>
      <ul
        ref={row}
        aria-label="Pictures"
        // A swipe scrolls by itself: the numbers follow it. On the way to a target they do not, so
        // that the next press counts from the target.
        onPointerDown={() => (target.current = undefined)}
        onWheel={() => (target.current = undefined)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth === 0) return
          const index = Math.round(scrollLeft / clientWidth)
          if (index === target.current) target.current = undefined
          if (target.current === undefined) setShown(index)
        }}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
      >
        {pictures.map((picture, index) => (
          <li key={picture.src} inert={index !== shown} className="w-full shrink-0 snap-center">
            <figure>
              <Picture
                image={picture}
                className="mx-auto max-h-[62dvh] w-full rounded-[3px] bg-skeleton object-contain"
              />
              <figcaption className="mt-2 min-h-6 text-center text-small text-muted">
                {saysMore(picture, name) ? picture.alt : ''}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex items-center justify-center gap-4">
        <IconButton
          icon={ChevronLeftIcon}
          label="Previous picture"
          aria-disabled={shown === 0 || undefined}
          onClick={() => show(shown - 1)}
        />
        <p role="status" className="tabular">{`${shown + 1} of ${pictures.length}`}</p>
        <IconButton
          icon={ChevronRightIcon}
          label="Next picture"
          aria-disabled={shown === last || undefined}
          onClick={() => show(shown + 1)}
        />
      </div>
    </Modal>
  )
}
