import { useEffect, useState, useSyncExternalStore } from 'react'

/** The breakpoints of the layout, in pixels. */
export const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200 } as const

/** The screen-size hook follows resizing at most this often, the last size included. */
const RESIZE_THROTTLE_MS = 50

/**
 * The width of the screen, followed at most every 50 ms. Before the first
 * measurement (and on the server) it is that of a phone.
 */
export function useScreenWidth(): number {
  return useSyncExternalStore(
    subscribe,
    () => window.innerWidth,
    () => 0,
  )
}

/** Whether the screen is at least as wide as a breakpoint. */
export function useAtLeast(breakpoint: keyof typeof breakpoints): boolean {
  return useScreenWidth() >= breakpoints[breakpoint]
}

function subscribe(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onResize = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      changed()
    }, RESIZE_THROTTLE_MS)
  }
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

/** How a scroll that a press asks for moves: at once where the visitor wants less motion. */
export function scrollBehaviour(): ScrollBehavior {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

/** Whether the page is scrolled by more than a number of pixels. */
export function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const onScroll = () => setPast(window.scrollY > pixels)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [pixels])
  return past
}
