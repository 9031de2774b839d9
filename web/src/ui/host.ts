import { useSyncExternalStore } from 'react'

/** The host of the page never changes. */
const neverChanges = () => () => {}
const hostNow = () => window.location.host
const unknown = () => undefined

/** The host of the page; undefined on the server and until the page has been hydrated. */
export function useHost(): string | undefined {
  return useSyncExternalStore<string | undefined>(neverChanges, hostNow, unknown)
}
