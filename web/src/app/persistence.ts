import {
  createAction,
  createReducer,
  type Reducer,
  type Store,
  type UnknownAction,
} from '@reduxjs/toolkit'

/** Fired before the saved state is removed, so that nothing writes it again. */
export const CACHE_CLEARED = 'holidaymaker:cache-cleared'

/** The prefix of all our entries in session storage. */
export const PERSIST_PREFIX = 'persist:'

const VERSION = 1
/** State is written at most this often. */
const WRITE_EVERY_MS = 500
/** After this time the application continues without the saved state. */
const RESTORE_TIMEOUT_MS = 5000

type Slices = Readonly<Record<string, unknown>>

/** One entry of session storage: which slices it contains, and which of their fields. */
export interface PersistKey {
  /** 'root' is stored as 'persist:root'. */
  key: string
  /** Selects the part of state that has the slices. */
  select: (state: Slices) => Slices | undefined
  /** The slices to save; where there is a list, only these fields. */
  slices: Readonly<Record<string, true | readonly string[]>>
}

/** The storage for state. Reading may be slow. */
export interface SlowStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** In place of a storage that the browser blocks. */
const noStorage: SlowStorage = {
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
}

/** Saved slices were read; `key` is their entry. */
export const rehydrated = createAction<{ key: string; slices: Slices }>('persist/REHYDRATE')

/** Saved slices whose reducers are not loaded yet, by name. */
export const waitingReducer = createReducer<Slices>({}, () => {})

/**
 * Adds to a reducer: when its entry is read, the saved slices replace those in state. A slice that
 * the reducer does not have yet waits until it has been added.
 */
export function rehydrating<State extends object>(
  key: string,
  reducer: Reducer<State>,
): Reducer<State> {
  return (state, action: UnknownAction) => {
    const next = reducer(state, action) as State & { waiting?: Slices }
    const back = rehydrated.match(action) && action.payload.key === key && action.payload.slices
    const saved = { ...next.waiting, ...back }
    const here = Object.keys(saved).filter((name) => name in next)
    if (!back && here.length === 0) return next
    const merged = { ...next } as Record<string, unknown>
    for (const name of here) {
      merged[name] = merge(merged[name], saved[name])
      delete saved[name]
    }
    if (next.waiting) merged.waiting = saved
    return merged as State
  }
}

function merge(current: unknown, saved: unknown): unknown {
  return isPlain(current) && isPlain(saved) ? { ...current, ...saved } : saved
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Saves parts of a store to session storage. Nothing is written before `restore` has run. A full or
 * unreadable storage is logged and never stops the page.
 */
export function createPersistor(
  store: Store,
  keys: readonly PersistKey[],
  storage: SlowStorage = noStorage,
) {
  let paused = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const written = new Map<string, readonly SavedSlice[]>()

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (paused) return
    for (const key of keys) {
      const before = written.get(key.key)
      const saved = savedSlices(key, store.getState() as Slices, before)
      if (!saved || saved.every((slice, at) => slice === before?.[at])) continue
      try {
        storage.setItem(PERSIST_PREFIX + key.key, entryOf(saved))
        written.set(key.key, saved)
      } catch (error) {
        console.warn(`persist: ${key.key} was not saved`, error)
      }
    }
  }

  store.subscribe(() => {
    if (!paused) timer ??= setTimeout(write, WRITE_EVERY_MS)
  })

  const persistor = {
    /** Starts or resumes writing. */
    persist() {
      paused = false
    },
    /** Stops writing until `persist`. */
    pause() {
      paused = true
      clearTimeout(timer)
      timer = undefined
    },
    /** Writes all changes now. */
    flush: write,
    /** Removes the saved state. */
    purge() {
      for (const { key } of keys) {
        written.delete(key)
        storage.removeItem(PERSIST_PREFIX + key)
      }
    },
    /**
     * Restores the saved state except some slices, or gives up after five seconds. Then writing
     * starts.
     */
    async restore(but: readonly string[] = []) {
      let late = false
      const timeout = new Promise<void>((resolve) => {
        setTimeout(() => {
          late = true
          resolve()
        }, RESTORE_TIMEOUT_MS)
      })
      const reading = Promise.all(
        keys.map(async ({ key, slices }) => {
          const wanted = Object.keys(slices).filter((name) => !but.includes(name))
          // The catalogue is long: where it is not wanted, it is not even read.
          const saved = wanted.length > 0 && (await read(storage, PERSIST_PREFIX + key, wanted))
          if (saved && !late) store.dispatch(rehydrated({ key, slices: saved }))
        }),
      )
      await Promise.race([reading, timeout])
      persistor.persist()
    },
  }
  return persistor
}

export type Persistor = ReturnType<typeof createPersistor>

/** A slice of an entry: its value in state, and the property of the entry that is made of it. */
interface SavedSlice {
  value: unknown
  text: string
}

/**
 * The slices of an entry; undefined where the state has no such part. Unchanged state is the same
 * object, so its text is taken from the slices that were written before: the catalogue takes long.
 */
function savedSlices(
  { select, slices }: PersistKey,
  state: Slices,
  before: readonly SavedSlice[] = [],
): SavedSlice[] | undefined {
  const part = select(state)
  const waiting = part?.waiting as Slices | undefined
  return (
    part &&
    Object.entries(slices).map(([slice, fields], at) => {
      const value = part[slice] ?? waiting?.[slice]
      const last = before[at]
      if (last && last.value === value) return last
      return { value, text: property(slice, fields === true ? value : pick(value, fields)) }
    })
  )
}

/** A property of an entry, with a comma; empty for a slice that is not there. */
function property(name: string, value: unknown): string {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? '' : `"${name}":${JSON.stringify(text)},`
}

function entryOf(slices: readonly SavedSlice[]): string {
  const about = JSON.stringify(JSON.stringify({ version: VERSION, rehydrated: true }))
  return `{${slices.map(({ text }) => text).join('')}"_persist":${about}}`
}

function pick(value: unknown, fields: readonly string[]): unknown {
  if (!isPlain(value)) return value
  return Object.fromEntries(
    fields.filter((name) => name in value).map((name) => [name, value[name]]),
  )
}

/**
 * The wanted slices of an entry. For an entry of another version, or an unreadable one, it removes the
 * entry and returns undefined.
 */
async function read(
  storage: SlowStorage,
  key: string,
  wanted: readonly string[],
): Promise<Slices | undefined> {
  try {
    const stored = await storage.getItem(key)
    if (stored === null) return undefined
    const entry = JSON.parse(stored) as Readonly<Record<string, string>>
    const { version } = JSON.parse(entry._persist ?? '{}') as { version?: unknown }
    if (version === VERSION) {
      return Object.fromEntries(
        wanted.flatMap((slice) => {
          const text = entry[slice]
          return text === undefined ? [] : [[slice, JSON.parse(text) as unknown]]
        }),
      )
    }
  } catch (error) {
    console.warn(`persist: ${key} could not be read`, error)
  }
  try {
    storage.removeItem(key)
  } catch {
    // Blocked storage contains nothing.
  }
  return undefined
}
