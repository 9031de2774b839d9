import { useCallback, useEffect, useRef, useState } from 'react'
import { type RequestError, useAppDispatch } from '../../api'
import { useLifetime } from '../../ui'
import { getDepositCall, getExtrasCall } from './calls'
import { noteTimeOut, resumeBooking } from './resume-booking'
import { requestBooking } from './start-booking'
import { useBookingState } from './state'

/** The state of loading the data that the steps need. */
export interface BookingLoad {
  loading: boolean
  /** Set when the booking or its extras could not be loaded. */
  error: RequestError | undefined
  /** Set when the deposit could not be loaded. */
  depositError: RequestError | undefined
  retry: () => void
}

type Outcome = Pick<BookingLoad, 'error' | 'depositError'> & { of: string }

/**
 * Loads what the steps of the booking in progress show: the booking itself after a reload of the
 * page, its extras and its deposit. It also sends the request of a booking that is being started,
 * if that was not sent yet. Leaving the booking's pages cancels all of these requests. A `paying`
 * visitor sees none of these data, and the server does not give those of a booking that is paid.
 */
export function useBookingData(paying: boolean): BookingLoad {
  const dispatch = useAppDispatch()
  const { bookingId, type, pendingParams, bookingTimedOut } = useBookingState(
    (state) => state.booking,
  )
  const extrasOf = useBookingState((state) => state.extras.bookId)
  const starting = useBookingState((state) => state.requests.CREATE_BOOKING)
  const [outcome, setOutcome] = useState<Outcome>()
  const startedHere = useRef(bookingId === undefined)

  const lifetime = useLifetime()
  useEffect(() => {
    if (pendingParams && !starting) void dispatch(requestBooking(pendingParams, lifetime()))
  }, [pendingParams, starting, dispatch, lifetime])

  const load = useCallback(
    async (bookId: string, signal: AbortSignal) => {
      const fresh = startedHere.current || (await dispatch(resumeBooking(bookId, signal)))
      if (fresh !== true && !fresh.ok)
        return { of: bookId, error: fresh.error, depositError: undefined }
      const [extras, deposit] = await Promise.all([
        dispatch(getExtrasCall.run({ bookId }, { signal })),
        dispatch(getDepositCall.run({ bookId }, { signal })),
      ])
      for (const result of [extras, deposit]) dispatch(noteTimeOut<unknown>(result))
      return {
        of: bookId,
        error: extras.ok ? undefined : extras.error,
        depositError: deposit.ok ? undefined : deposit.error,
      }
    },
    [dispatch],
  )

  const wanted = type === 'new' && !bookingTimedOut && !paying ? bookingId : undefined
  const missing = wanted !== undefined && outcome?.of !== wanted
  useEffect(() => {
    if (!missing || wanted === undefined) return undefined
    const flight = new AbortController()
    void load(wanted, flight.signal).then((read) => {
      if (!flight.signal.aborted) setOutcome(read)
    })
    return () => flight.abort()
  }, [missing, wanted, load])

  const failedStart =
    pendingParams !== undefined && starting?.fetching === false ? starting.error : undefined
  const retry = useCallback(() => {
    if (pendingParams) void dispatch(requestBooking(pendingParams, lifetime()))
    setOutcome(undefined)
  }, [pendingParams, dispatch, lifetime])

  return {
    loading:
      (pendingParams !== undefined && !failedStart) ||
      missing ||
      (outcome?.error === undefined && wanted !== undefined && extrasOf !== wanted),
    error: failedStart ?? (wanted === undefined ? undefined : outcome?.error),
    depositError: outcome?.depositError,
    retry,
  }
}
