import { tabStorage } from './tab-storage'

/** The storage key of the time at which the page last reloaded because a part of it was missing. */
const KEY = 'chunkReloadAt'
/** A second failure within this time is shown instead of reloading again. */
const ONCE_PER_MS = 60_000

const messages = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
]

/** Whether an error is the failed load of a part of the application. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && messages.some((text) => error.message.includes(text))
}

/** Whether the page may reload now. If so, it records the reload. */
export function mayReload(
  now: number,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
): boolean {
  // Without a record of earlier reloads the page could reload for ever.
  if (!storage) return false
  try {
    const last = Number(storage.getItem(KEY) ?? 0)
    if (now - last < ONCE_PER_MS) return false
    storage.setItem(KEY, String(now))
    return true
  } catch {
    // Full storage has no record either.
    return false
  }
}

/**
 * Loads a page again whose server-rendered HTML could not be hydrated, if a part of the application
 * is missing: the server may have a new version, with other parts. Otherwise the HTML stays.
 */
export function hydrationFailed(error: unknown): void {
  console.error('the page could not be hydrated', error)
  if (isChunkError(error) && mayReload(Date.now(), tabStorage())) window.location.reload()
}
