import { useSyncExternalStore } from 'react'

/** Nothing turns a page into one of the server again. */
const never = () => () => {}

/** Whether the page is the browser's: false on the server and until the page has been hydrated. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
