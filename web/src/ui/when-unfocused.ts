/** How often it is checked whether an element that was pressed at first still is, in ms. */
const ACTIVE_CHECK_MS = 50

/**
 * Acts once nothing in an element has the focus: at once, or when the focus leaves the element.
 * While the visitor presses something in the element it waits for the click, which would be lost if
 * the element's content were replaced: labels, and buttons in Safari, take the focus from a field
 * and get none. Returns a function that ends the waiting.
 */
export function whenUnfocused(element: HTMLElement, act: () => void): () => void {
  const waiting = new AbortController()
  const { signal } = waiting
  const isActive = () => element.matches(':active')
  let pressed = isActive()
  const actUnless = (focused: EventTarget | null) => {
    if (signal.aborted || pressed || (focused instanceof Node && element.contains(focused))) return
    waiting.abort()
    act()
  }
  // The click, which may give a field the focus, comes in the same task as the release.
  const onRelease = () =>
    setTimeout(() => {
      pressed = false
      actUnless(document.activeElement)
    })
  // A touch stays active for a moment after its click.
  const watchActive = () => {
    if (isActive()) setTimeout(watchActive, ACTIVE_CHECK_MS)
    else onRelease()
  }
  if (pressed) watchActive()
  element.addEventListener('mousedown', () => (pressed = true), { signal })
  element.addEventListener('focusout', ({ relatedTarget }) => actUnless(relatedTarget), { signal })
  // A finger that scrolls releases nothing.
  for (const type of ['mouseup', 'pointercancel'])
    document.addEventListener(type, onRelease, { signal })
  actUnless(document.activeElement)
  return () => waiting.abort()
}
