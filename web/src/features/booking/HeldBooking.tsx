/** A held booking, and the buttons to continue or release it. */
import { useState } from 'react'
import { useNavigate } from '../../router'
import { errorMessages, type RequestError, useAppDispatch } from '../../api'
import type { Booking } from '../../api/schema'
import { Button, Notice, useErrorShown, useLifetime } from '../../ui'
import { formatDayMonth, londonTime, parseDate } from '../../rules/dates'
import { plural } from '../../rules/plural'
import { CODE_MISSING, useBookingCode } from './booking-code'
import { bookingContinued } from './booking-slice'
import { releaseHoldCall } from './calls'
import { resumeBooking } from './resume-booking'
import type { BookingThunk } from './state'
import { stepPaths } from './step-paths'

/** The park page on which a held booking began. */
export interface HeldPark {
  parkId: string
  parkName: string
  parkBookingUrl: string
}

/** Continues a held booking. Resolves to the error, or undefined. */
function continueBooking(
  { bookId, parkId }: Booking,
  park: HeldPark | undefined,
  signal: AbortSignal,
): BookingThunk<Promise<RequestError | undefined>> {
  return async (dispatch, getState) => {
    const startPark = park ?? getState().booking.lastPark
    // Before the request: its answer replaces this page by a step of the booking.
    if (startPark?.parkId === parkId) dispatch(bookingContinued(startPark))
    const result = await dispatch(resumeBooking(bookId, signal))
    return result.ok ? undefined : result.error
  }
}

/**
 * One held booking: what it is, until when it is held, and the buttons to continue or release it.
 */
export default function HeldBooking({
  hold,
  park,
  onReleased,
}: {
  hold: Booking
  /** The park on whose page it is shown. */
  park?: HeldPark
  onReleased: () => void
}) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const lifetime = useLifetime()
  const loadCode = useBookingCode()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<RequestError>()
  const failed = errorMessages(error).join(' ')
  useErrorShown(failed || undefined)
  const arrival = parseDate(hold.arrivalDate)
  const runAction = async (run: (signal: AbortSignal) => Promise<RequestError | undefined>) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    const signal = lifetime()
    const problem = await run(signal)
    if (signal.aborted) return
    setBusy(problem === undefined)
    setError(problem)
  }
  const goOn = () =>
    runAction(async (signal) => {
      const loaded = await loadCode().catch(() => undefined)
      if (!loaded) return CODE_MISSING
      if (signal.aborted) return undefined
      const problem = await dispatch(continueBooking(hold, park, signal))
      if (!problem && !signal.aborted) navigate(stepPaths.EXTRAS)
      return problem
    })
  const release = () =>
    runAction(async (signal) => {
      const result = await dispatch(releaseHoldCall.run({ bookId: hold.bookId }, { signal }))
      if (!result.ok) return result.error
      onReleased()
      return undefined
    })
  return (
    <section aria-label="Your booking in progress" className="card p-card text-left">
      <p className="text-lead font-bold">
        {[hold.unitDesc, park?.parkName].filter(Boolean).join(', ')}
      </p>
      <p className="text-small text-muted">{`${arrival ? `${formatDayMonth(arrival, 'short', true)}, ` : ''}${plural(hold.duration, 'night')}`}</p>
      <p className="mt-2">
        We are holding this holiday for you until <b>{londonTime(hold.expiresAt)}</b>.
      </p>
      {failed ? (
        <Notice kind="danger" live focused className="mt-4">
          {failed}
        </Notice>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void goOn()}>
          Continue your booking
        </Button>
        <Button variant="secondary" disabled={busy} onClick={() => void release()}>
          Leave this booking
        </Button>
      </div>
    </section>
  )
}
