import { useEffect, type RefObject } from 'react'

/**
 * Leaves room at the end of the page for a banner at the foot of the screen, and keeps what takes the
 * focus out from under it. A banner that stands in the page needs no room.
 */
export function useRoomBelow(banner: RefObject<HTMLElement | null>, shown = true) {
  useEffect(() => {
    const element = banner.current
    if (!element || !shown) return
    const { style } = document.documentElement
    const measure = () => {
      const height =
        getComputedStyle(element).position === 'fixed' ? `${element.offsetHeight}px` : ''
      style.scrollPaddingBottom = height
      document.body.style.paddingBottom = height
    }
    // Its height changes with the window, the size of texts and a font that arrives late.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = document.body.style.paddingBottom = ''
    }
  }, [banner, shown])
}
