import { useSyncExternalStore } from 'react'

/** A subscription to nothing: a page that has been hydrated stays so. */
const never = () => () => {}

/** True once the page has been hydrated; false on the server and until then. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
