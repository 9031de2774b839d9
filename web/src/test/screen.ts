import { act } from '@testing-library/react'

/** Gives the window a width and says so. */
export function resizeTo(width: number): void {
  Object.defineProperty(window, 'innerWidth', { configurable: true, writable: true, value: width })
  act(() => {
    window.dispatchEvent(new Event('resize'))
  })
}

/** Scrolls the window and says so. */
export function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { configurable: true, writable: true, value: y })
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}
