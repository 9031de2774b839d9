import { useSyncExternalStore } from 'react'

/** A value that components follow. It lives as long as the document, and in memory only. */
export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  use: () => Value
}

/** A store that begins with a value. */
export function makeStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
