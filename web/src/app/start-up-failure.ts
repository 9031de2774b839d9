/** Shown when the application itself cannot start. */
export const START_UP_FAILURE =
  'We are currently experiencing technical difficulties. We are working hard to resolve them. Please check back later'

/**
 * Puts words where the application should be when it throws before its first
 * drawing: a wrong site code, a missing configuration. It is the first thing
 * that main imports, so that it is there for whatever fails after it.
 */
export function showStartUpFailure(): void {
  const root = document.getElementById('root')
  if (!root || root.childElementCount > 0) return
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.className = 'page-width py-11 text-lead'
  text.textContent = START_UP_FAILURE
  root.replaceChildren(text)
}

window.addEventListener('error', showStartUpFailure)
