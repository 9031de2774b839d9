/** Fired before the page opens another document, so that state is saved first. */
export const LEAVING = 'holidaymaker:leaving'

/**
 * Opens an address as a new document. If `replace` is set, it replaces the current entry in the
 * history. The browser may fire `pagehide` only after the new document has begun to load, so a
 * visitor who comes straight back, as from the wallet, would find older state: it is saved now.
 */
export function openDocument(address: string, replace = false): void {
  window.dispatchEvent(new Event(LEAVING))
  if (replace) window.location.replace(address)
  else window.location.assign(address)
}
