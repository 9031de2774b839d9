/**
 * Acts once nothing in an element has the focus: at once, or when the focus leaves the element.
 * Returns a function that ends the waiting.
 */
export function whenUnfocused(element: HTMLElement, act: () => void): () => void {
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && element.contains(target)
  const end = () => element.removeEventListener('focusout', onLeave)
  const onLeave = ({ relatedTarget }: FocusEvent) => {
    if (isInside(relatedTarget)) return
    end()
    act()
  }
  if (isInside(document.activeElement)) element.addEventListener('focusout', onLeave)
  else act()
  return end
}
