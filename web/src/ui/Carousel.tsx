import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from './Button'
import { classes } from './classes'
import { ChevronLeftIcon, ChevronRightIcon } from './icons'
import { scrollBehaviour } from './screen'

/** How many slides are visible from each breakpoint on; one below the first. */
export interface PerView {
  sm?: 2 | 3 | 4
  md?: 2 | 3 | 4
  /** From 960 px on. */
  wide?: 2 | 3 | 4
  lg?: 2 | 3 | 4
}

/** The delay, in ms, before the carousel reacts to a change of size. */
const RESIZE_DEBOUNCE_MS = 100

/**
 * A row of slides that scrolls by swipe, by two buttons, and by keyboard. The buttons are shown
 * only when something is out of view. It never moves by itself.
 */
export function Carousel({
  label,
  heading,
  perView,
  loop = false,
  peek = false,
  children,
}: {
  /** The name of the slides, for assistive technology. */
  label: string
  /** Shown on the left of the buttons. */
  heading?: ReactNode
  perView: PerView
  /** After the last slide comes the first, and the other way round. */
  loop?: boolean
  /** On phones, shows the edge of the next slide, so that visitors see that the row continues. */
  peek?: boolean
  children: readonly ReactNode[]
}) {
  const { track, ends, measure, move } = useTrack(children.length, loop)
  const fits = ends.start && ends.end
  const buttons = fits ? null : (
    <>
      <IconButton
        icon={ChevronLeftIcon}
        label={`Previous: ${label}`}
        aria-disabled={(!loop && ends.start) || undefined}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ChevronRightIcon}
        label={`Next: ${label}`}
        aria-disabled={(!loop && ends.end) || undefined}
        onClick={() => move(1)}
      />
    </>
  )

  const placeOf = (index: number) => `${index + 1} of ${children.length}`

  return (
    <section aria-label={label} aria-roledescription="carousel">
      <div data-part="carousel-head" className="mb-5 flex min-h-11 items-end justify-between gap-4">
        <div className="min-w-0 flex-1">{heading}</div>
        {/* As large as both buttons, so that nothing moves when they appear. */}
        <div className="carousel-buttons">{buttons}</div>
      </div>
      <ul
        ref={track}
        tabIndex={fits ? undefined : 0}
        aria-label={`${label}, slides`}
        onScroll={measure}
        data-peek={peek || undefined}
        data-per={Object.entries(perView)
          .map(([from, slides]) => `${from}-${slides}`)
          .join(' ')}
        className={classes(
          'carousel relative -m-1 flex snap-x snap-mandatory scroll-p-1 gap-5 overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:none]',
        )}
      >
        {children.map((child, index) => (
          <li key={index}>
            <div
              role="group"
              aria-roledescription="slide"
              aria-label={placeOf(index)}
              className="h-full"
            >
              {child}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The scrolling row: whether its ends are visible, and scrolling by one slide. */
function useTrack(count: number, loop: boolean) {
  const track = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ start: true, end: true })

  const measure = useCallback(() => {
    const element = track.current
    if (!element) return
    const start = element.scrollLeft <= 1
    const end = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1
    setEnds((before) => (before.start === start && before.end === end ? before : { start, end }))
  }, [])

  useEffect(() => {
    measure()
    let timer: ReturnType<typeof setTimeout>
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, RESIZE_DEBOUNCE_MS)
    }
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', onResize)
    }
  }, [measure, count])

  const move = (direction: 1 | -1) => {
    const element = track.current
    const slide = element?.firstElementChild
    if (!element || !slide) return
    const atEnd = direction === 1 ? ends.end : ends.start
    if (atEnd && !loop) return
    const width = slide.getBoundingClientRect().width + 20
    const left = atEnd
      ? direction === 1
        ? 0
        : element.scrollWidth
      : element.scrollLeft + direction * width
    element.scrollTo({ left, behavior: scrollBehaviour() })
  }
  return { track, ends, measure, move }
}
