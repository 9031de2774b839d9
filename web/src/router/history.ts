/** The addresses that a visitor goes through in this document: the browser's history, or one in memory. */

/** The parts of an address within the site, as in `window.location`. */
export interface Path {
  pathname: string
  /** The query with its '?', or ''. */
  search: string
  /** With its '#', or ''. */
  hash: string
}

/** Where a navigation leads: a text, or parts. Without a path it stays on the page. */
export type To = string | Partial<Path>

/** An entry of the history. */
export interface Location<State = unknown> extends Path {
  /** What the page has stored with the entry; null where it has stored nothing. */
  state: State
  /** Another one for each entry: 'default' for that with which the document was opened. */
  key: string
}

/** How the visitor came to the current entry; 'Pop' is the first page, Back and Forward. */
export const NavigationType = { Pop: 'POP', Push: 'PUSH', Replace: 'REPLACE' } as const
export type NavigationType = (typeof NavigationType)[keyof typeof NavigationType]

export interface Navigation {
  action: NavigationType
  location: Location
}

/** A history. It calls `listener` after each navigation, until the returned function is called. */
export interface History {
  current: () => Navigation
  push: (path: Path, state?: unknown) => void
  replace: (path: Path, state?: unknown) => void
  go: (entries: number) => void
  listen: (listener: (navigation: Navigation) => void) => () => void
}

export const pathText = ({ pathname, search, hash }: Path): string => pathname + search + hash

/** The address to which a link or a navigation leads from a page. Parts may come without '?' and '#'. */
export function resolve(to: To, from: string): Path {
  if (typeof to !== 'string') {
    const { pathname = from, search = '', hash = '' } = to
    return { pathname, search: marked('?', search), hash: marked('#', hash) }
  }
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? []
  return { pathname: pathname || from, search, hash }
}

const marked = (mark: string, part: string): string =>
  part === '' || part.startsWith(mark) ? part : mark + part

/** The key of the entry with which a document is opened. */
const FIRST_KEY = 'default'
const newKey = () => Math.random().toString(36).slice(2, 10)

/** Listeners that learn of each navigation. */
function makeListeners() {
  const listeners = new Set<(navigation: Navigation) => void>()
  return {
    tell: (navigation: Navigation) => {
      for (const listener of listeners) listener(navigation)
    },
    listen: (listener: (navigation: Navigation) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What is stored with an entry of the browser's history. */
type Stored = { key?: string; state?: unknown } | null

/** The browser's history. */
export function browserHistory(): History {
  let action: NavigationType = NavigationType.Pop
  const { tell, listen } = makeListeners()
  const current = (): Navigation => {
    const { pathname, search, hash } = window.location
    const { key = FIRST_KEY, state = null } = (window.history.state as Stored) ?? {}
    return { action, location: { pathname, search, hash, state, key } }
  }
  const navigated = (by: NavigationType) => {
    action = by
    tell(current())
  }
  const stored = (state: unknown = null): Stored => ({ key: newKey(), state })
  window.addEventListener('popstate', () => navigated(NavigationType.Pop))
  return {
    current,
    push: (path, state) => {
      try {
        window.history.pushState(stored(state), '', pathText(path))
      } catch (error) {
        // A state that cannot be stored is a fault of ours. Safari limits how many entries a page may add.
        if ((error as DOMException).name === 'DataCloneError') throw error
        window.location.assign(pathText(path))
        return
      }
      navigated(NavigationType.Push)
    },
    replace: (path, state) => {
      window.history.replaceState(stored(state), '', pathText(path))
      navigated(NavigationType.Replace)
    },
    go: (entries) => window.history.go(entries),
    listen,
  }
}

/** A history in memory that begins at an address: for the server, and for tests. */
export function memoryHistory(address: string): History {
  // Through the text, as in a browser.
  const entryOf = (path: Path, state: unknown = null, key = newKey()) => ({
    ...resolve(pathText(path), '/'),
    state,
    key,
  })
  let action: NavigationType = NavigationType.Pop
  let entries: Location[] = [entryOf(resolve(address, '/'), null, FIRST_KEY)]
  let at = 0
  const { tell, listen } = makeListeners()
  const current = () => ({ action, location: entries[at] as Location })
  const navigated = (by: NavigationType) => {
    action = by
    tell(current())
  }
  return {
    current,
    push: (path, state) => {
      entries = [...entries.slice(0, ++at), entryOf(path, state)]
      navigated(NavigationType.Push)
    },
    replace: (path, state) => {
      entries[at] = entryOf(path, state)
      navigated(NavigationType.Replace)
    },
    go: (by) => {
      at = Math.min(Math.max(at + by, 0), entries.length - 1)
      navigated(NavigationType.Pop)
    },
    listen,
  }
}
