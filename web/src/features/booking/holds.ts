/** Bookings that this visitor began and did not finish, whose units are still held. */
import { useCallback, useEffect, useState } from 'react'
import { defineCall, useAppDispatch } from '../../api'
import type { Booking, Holds } from '../../api/schema'
import { useLifetime } from '../../ui'

/** Loads this visitor's bookings in progress whose units are still held. */
const holdsCall = defineCall<void, Holds>({
  name: 'HOLDS',
  path: '/api/holds',
  latest: true,
})

/**
 * The visitor's live holds, optionally of one park only. They are loaded when a page opens and when
 * Back shows it again.
 */
export function useHolds(parkId?: string): { holds: readonly Booking[]; refresh: () => void } {
  const dispatch = useAppDispatch()
  const [holds, setHolds] = useState<readonly Booking[]>([])
  const lifetime = useLifetime()
  const refresh = useCallback(() => {
    void dispatch(holdsCall.run(undefined, { signal: lifetime() })).then((result) => {
      if (result.ok) setHolds(result.data.holds)
    })
  }, [dispatch, lifetime])
  useEffect(() => {
    refresh()
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) refresh()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [refresh])
  return { holds: holds.filter((hold) => !parkId || hold.parkId === parkId), refresh }
}
