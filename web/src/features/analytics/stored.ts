/** What analytics keeps in session storage: the events of a page with a card form, and which events
 * a tab has sent. */
const KEY = 'pending-events'
const LIMIT = 20

type Entry = Readonly<Record<string, unknown>>

/** Stores an event for the next page. */
export function store(entry: Entry): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...read(), entry].slice(-LIMIT)))
  } catch {
    // Full or blocked storage: the event is lost.
  }
}

/** Removes and returns the stored events. */
export function takeStored(): Entry[] {
  const entries = read()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    return []
  }
  return entries
}

function read(): Entry[] {
  try {
    const entries = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(entries) ? (entries as Entry[]) : []
  } catch {
    return []
  }
}

/**
 * Whether this is the first time that this tab names a key. Without storage, it is always the
 * first.
 */
export function isFirst(key: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== null) return false
    sessionStorage.setItem(key, '1')
  } catch {
    // Full or blocked storage.
  }
  return true
}
