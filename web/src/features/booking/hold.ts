import { useEffect, useState } from 'react'
import { useAppDispatch } from '../../api'
import { useBookingState } from './state'
import { timeOutBooking } from './resume-booking'
import { isPaying } from './steps'

/** The visitor is warned once, this long before the hold ends. */
const WARNING_MS = 5 * 60_000
/** 'About 5 more minutes' is true while more than this is left. */
const ABOUT_FIVE_MS = 4.5 * 60_000

/** What to say about the end of the hold: nothing, 'about 5 more minutes', or until when. */
export type HoldNotice = 'none' | 'minutes' | 'until'

function noticeOf(leftMs: number): HoldNotice {
  if (leftMs > WARNING_MS || leftMs <= 0) return 'none'
  return leftMs > ABOUT_FIVE_MS ? 'minutes' : 'until'
}
const TICK_MS = 1000

/** How long the unit is still held, in ms; `now` is the browser's clock. */
export function holdLeftMs(
  booking: { expiresAt?: number; clockAhead: number },
  now: number,
): number {
  return booking.expiresAt === undefined
    ? Number.POSITIVE_INFINITY
    : booking.expiresAt - (now + booking.clockAhead)
}

/**
 * Watches the hold of the booking: times the booking out at its end, unless a payment is in
 * progress, and reports what to say when the end is near.
 */
export function useHold(): { warning: HoldNotice } {
  const booking = useBookingState((state) => state.booking)
  const dispatch = useAppDispatch()
  const [warning, setWarning] = useState<HoldNotice>('none')
  const watched =
    booking.type === 'new' && booking.bookingId !== undefined && !booking.bookingTimedOut

  useEffect(() => {
    if (!watched) return undefined
    const check = () => {
      const leftMs = holdLeftMs(booking, Date.now())
      setWarning(noticeOf(leftMs))
      if (leftMs <= 0 && !isPaying(booking)) dispatch(timeOutBooking())
    }
    check()
    const timer = setInterval(check, TICK_MS)
    return () => clearInterval(timer)
  }, [watched, booking, dispatch])

  return { warning: watched ? warning : 'none' }
}
