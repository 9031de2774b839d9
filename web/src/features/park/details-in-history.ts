/** The elements that already listen to the history. */
const listening = new WeakSet<HTMLDetailsElement>()

/**
 * Makes an open details element an entry of the history, by its id, so that Back closes it and
 * Forward opens it again. Call it whenever the element has been opened or closed. The entry has the
 * state of the one before, so for the router it is the same page.
 */
export function keepInHistory(details: HTMLDetailsElement): void {
  const { history } = window
  const isHere = () => window.location.hash === `#${details.id}`
  if (details.open && !isHere()) history.pushState(history.state, '', `#${details.id}`)
  if (!details.open && isHere()) history.back()
  if (listening.has(details)) return
  listening.add(details)
  const onPopState = () => {
    if (details.isConnected) details.open = isHere()
    else window.removeEventListener('popstate', onPopState)
  }
  window.addEventListener('popstate', onPopState)
}
