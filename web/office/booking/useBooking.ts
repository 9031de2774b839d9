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
 * A booking, read when it is opened, when the tab is looked at again, twice a minute, and by `reload`.
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
    const read = () => {
      if (document.visibilityState === 'visible') void reload(abort.signal)
    }
    read()
    const timer = setInterval(read, AGAIN_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      abort.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [reload])
  return { ...known, busy, reload }
}
