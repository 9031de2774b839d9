import { useSyncExternalStore } from 'react'

const NOTHING: readonly never[] = []

/**
 * A list that is kept in this browser (local storage), and is the same in all tabs. Entries that
 * `valid` refuses are left out: another program or version may have written them. While the server
 * renders a page, and until the script has taken it over, the list is empty.
 */
export function deviceList<Item>(key: string, valid: (value: unknown) => value is Item) {
  const listeners = new Set<() => void>()
  /** The text that was read last; undefined before the first time. */
  let text: string | null | undefined
  let items: readonly Item[] = NOTHING

  const refresh = () => {
    let now: string | null = null
    try {
      now = localStorage.getItem(key)
    } catch {
      // Forbidden storage contains nothing.
    }
    if (now === text) return
    text = now
    items = parse(now).filter(valid)
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      refresh()
      // Another tab has changed the list; or the page comes back from the back/forward cache.
      addEventListener('storage', refresh)
      addEventListener('pageshow', refresh)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      removeEventListener('storage', refresh)
      removeEventListener('pageshow', refresh)
    }
  }
  const last = () => {
    if (text === undefined) refresh()
    return items
  }

  return {
    /** The list in a component, which is rendered again when the list changes. */
    use: () => useSyncExternalStore(subscribe, last, () => NOTHING as readonly Item[]),
    /** The list as it is now: another tab may just have changed it. */
    read(): readonly Item[] {
      refresh()
      return items
    },
    /** Replaces the list. Returns false where the browser does not store it. */
    write(next: readonly Item[]): boolean {
      try {
        if (next.length > 0) localStorage.setItem(key, JSON.stringify(next))
        else localStorage.removeItem(key)
      } catch {
        return false
      }
      refresh()
      return true
    },
  }
}

function parse(text: string | null): readonly unknown[] {
  try {
    const value = JSON.parse(text ?? '') as unknown
    return Array.isArray(value) ? value : NOTHING
  } catch {
    return NOTHING
  }
}
