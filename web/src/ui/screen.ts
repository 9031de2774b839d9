import { useEffect, useState, useSyncExternalStore } from 'react'

/** The breakpoints of the layout, in pixels. */
export const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200 } as const

/**
 * The screen-size hook reports a change of size at most once in this time, in ms, always including
 * the last size.
 */
const RESIZE_THROTTLE_MS = 50

/**
 * The width of the screen, updated at most every 50 ms. On the server, and before the first
 * measurement, it is a phone's.
 */
export function useScreenWidth(): number {
  return useSyncExternalStore(
    subscribe,
    () => window.innerWidth,
    () => 0,
  )
}

/** Whether the screen is at least as wide as a breakpoint now. */
export function atLeast(breakpoint: keyof typeof breakpoints): boolean {
  return window.innerWidth >= breakpoints[breakpoint]
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

/**
 * How to scroll after a press: at once where the visitor prefers reduced motion, otherwise
 * smoothly.
 */
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
