import { useCallback, useEffect, useState } from 'react'
import { post, type Failure } from '../api'
import type { Booking } from '../contract'
import { makeStore, type Store } from '../store'

/** What is known of a booking. The content before stays while it is read again. */
interface Known {
  booking?: Booking
  failure?: Failure
}

/** The bookings that this tab has opened, in memory. */
const bookings = new Map<string, Store<Known>>()

function storeOf(ref: string): Store<Known> {
  const known = bookings.get(ref) ?? makeStore<Known>({})
  bookings.set(ref, known)
  return known
}

/** How often an open booking is read again: for what colleagues and the guest change. */
const AGAIN_MS = 30_000

/**
 * For how long it is read again after somebody last touched the page. Each call keeps the session
 * open, and that of an empty chair must lock.
 */
const TOUCHED_MS = 5 * 60_000
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * A booking, read when it is opened, when the tab is looked at again, twice a minute while somebody
 * works, and by `reload`.
 */
export function useBooking(ref: string) {
  const store = storeOf(ref)
  const known = store.use()
  const [busy, setBusy] = useState(false)
  const reload = useCallback(
    async (signal?: AbortSignal) => {
      setBusy(true)
      const answer = await post<Booking>('/api/booking', { ref }, signal)
      if (signal?.aborted) return
      setBusy(false)
      const { booking } = store.get()
      store.set(answer.ok ? { booking: answer.data } : { booking, failure: answer.failure })
    },
    [ref, store],
  )
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
    }
    const read = () => {
      if (document.visibilityState === 'visible') void reload(signal)
    }
    read()
    const timer = setInterval(() => {
      if (Date.now() - touched < TOUCHED_MS) read()
    }, AGAIN_MS)
    for (const kind of touches) window.addEventListener(kind, touch, { passive: true, signal })
    document.addEventListener('visibilitychange', read, { signal })
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [reload])
  return { ...known, busy, reload }
}
