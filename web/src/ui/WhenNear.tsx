import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { LazyPart } from './LazyPart'

/**
 * How far below the visible area a part may be when it is rendered. Less than the footer's distance
 * on an empty page.
 */
const AHEAD = '50px'

/** Whether an element is, or has been, near the visible area. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, near])
  return near
}

/**
 * Renders its content, which may be loaded for it, once it is near the visible area. Until then its
 * own height, or a fallback as high as the content, reserves the space. Content that cannot be
 * loaded, for example offline, is omitted; the page still works.
 */
export function WhenNear({
  className,
  fallback,
  children,
}: {
  className?: string
  fallback?: ReactNode
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  return (
    <div ref={place} className={className}>
      {near ? <LazyPart loading={fallback}>{children}</LazyPart> : fallback}
    </div>
  )
}
