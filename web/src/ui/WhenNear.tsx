import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'

/** How far beneath the view a part may be when it is drawn. Less than the footer is beneath an empty page. */
const AHEAD = '50px'

/**
 * Draws its content, which may be loaded for it, once it comes near the view.
 * Its height, or a fallback of the content's height, keeps the place meanwhile.
 * Content that cannot be loaded, offline for example, is left out; the page stays.
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
  }, [near])

  return (
    <div ref={place} className={className}>
      {near ? (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      ) : (
        fallback
      )}
    </div>
  )
}
