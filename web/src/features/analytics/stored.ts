/**
 * Events that wait for the tag manager, kept in session storage so that they outlive the document,
 * and which events a tab has sent. It is used only after the visitor has agreed.
 */
const KEY = 'pending-events'
const LIMIT = 100
/** The events that a tab sends once, as 'event:id'. */
const FIRSTS = 'sent-events'

export type Entry = Readonly<Record<string, unknown>>

/** The events of this document that could not be stored. */
let unstored: Entry[] = []

const firsts = new Set<string>()

/** Adds an event. Where storage is full or blocked, it waits in this document. */
export function store(entry: Entry): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...readList(KEY), entry].slice(-LIMIT)))
  } catch {
    unstored.push(entry)
  }
}

/** The events that wait, oldest first. */
export function stored(): Entry[] {
  return [...(readList(KEY) as Entry[]), ...unstored]
}

/** Removes the events that wait. */
export function clearStored(): void {
  unstored = []
  remove(KEY)
}

function remove(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked storage contains nothing.
  }
}

/**
 * Notes a key, and returns whether this tab had not noted it before. Only with `keep` is it written,
 * so that a reload does not forget it.
 */
export function noteFirst(key: string, keep: boolean): boolean {
  if (keep) readFirsts()
  if (firsts.has(key)) return false
  firsts.add(key)
  if (keep) keepFirsts()
  return true
}

/** Writes the keys that were noted so far. */
export function keepFirsts(): void {
  readFirsts()
  if (firsts.size === 0) return
  try {
    sessionStorage.setItem(FIRSTS, JSON.stringify([...firsts]))
  } catch {
    // Full or blocked storage: a reload forgets them.
  }
}

/** Forgets the keys. */
export function forgetFirsts(): void {
  firsts.clear()
  remove(FIRSTS)
}

function readFirsts() {
  for (const key of readList(FIRSTS)) if (typeof key === 'string') firsts.add(key)
}

function readList(key: string): unknown[] {
  try {
    const list = JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
