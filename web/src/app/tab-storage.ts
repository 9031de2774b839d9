/**
 * The session storage of the tab; undefined where the browser blocks it. There, even reading the
 * property throws.
 */
export function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
