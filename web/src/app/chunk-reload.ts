/** When the page was last loaded anew because a part of it was missing. */
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

/** Whether the page may be loaded anew now; remembers that it was. */
export function mayReload(now: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const last = Number(storage.getItem(KEY) ?? 0)
    if (now - last < ONCE_PER_MS) return false
    storage.setItem(KEY, String(now))
    return true
  } catch {
    // Without a memory of earlier reloads it could go on for ever.
    return false
  }
}
