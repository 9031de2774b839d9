import { act } from '@testing-library/react'

/** The breakpoints at which parts are hidden, as in ui/styles.css. */
const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200 }

/**
 * Hides what the style sheet hides at a width: elements with the classes lg:hidden, max-lg:hidden
 * and so on.
 */
function hideBy(width: number): void {
  let style = document.querySelector('style[data-test-width]')
  if (!style) {
    style = document.createElement('style')
    style.setAttribute('data-test-width', '')
    document.head.append(style)
  }
  style.textContent = Object.entries(breakpoints)
    .map(([name, from]) => `.${width >= from ? '' : 'max-'}${name}\\:hidden { display: none }`)
    .join('\n')
}

/** Sets the width of the window and fires its event. */
export function resizeTo(width: number): void {
  hideBy(width)
  Object.defineProperty(window, 'innerWidth', { configurable: true, writable: true, value: width })
  act(() => {
    window.dispatchEvent(new Event('resize'))
  })
}

/** Scrolls the window and fires its event. */
export function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { configurable: true, writable: true, value: y })
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}
