import { useCallback, useEffect, useRef, useState } from 'react'
import type { RequestError } from '../../api'
import { getDepositCall, getExtrasCall } from './calls'
import { noteTimeOut, requestBooking, resumeBooking } from './start-booking'
import { useBookingDispatch, useBookingState } from './state'

/** How far the data that the steps need has been read. */
export interface BookingLoad {
  loading: boolean
  /** The booking or its extras could not be read. */
  error: RequestError | undefined
  /** The deposit could not be read. */
  depositError: RequestError | undefined
  retry: () => void
}

type Outcome = Pick<BookingLoad, 'error' | 'depositError'> & { of: string }

/**
 * Reads what the steps of the booking in progress show: the booking anew when
 * the page was loaded again, its extras and its deposit. A booking that is
 * being started is asked for if nobody has.
 */
export function useBookingData(): BookingLoad {
  const dispatch = useBookingDispatch()
  const { bookingId, type, pendingParams, bookingTimedOut } = useBookingState(
    (state) => state.booking,
  )
  const extrasOf = useBookingState((state) => state.extras.bookId)
  const starting = useBookingState((state) => state.requests.CREATE_BOOKING)
  const [outcome, setOutcome] = useState<Outcome>()
  const startedHere = useRef(bookingId === undefined)

  useEffect(() => {
    if (pendingParams && !starting) void dispatch(requestBooking(pendingParams))
  }, [pendingParams, starting, dispatch])

  const load = useCallback(
    async (bookId: string) => {
      const fresh = startedHere.current || (await dispatch(resumeBooking(bookId)))
      if (fresh !== true && !fresh.ok)
        return { of: bookId, error: fresh.error, depositError: undefined }
      const [extras, deposit] = await Promise.all([
        dispatch(getExtrasCall.run({ bookId })),
        dispatch(getDepositCall.run({ bookId })),
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

  const wanted = type === 'new' && !bookingTimedOut ? bookingId : undefined
  const missing = wanted !== undefined && outcome?.of !== wanted
  useEffect(() => {
    if (!missing || wanted === undefined) return undefined
    let current = true
    void load(wanted).then((read) => {
      if (current) setOutcome(read)
    })
    return () => {
      current = false
    }
  }, [missing, wanted, load])

  const failedStart =
    pendingParams !== undefined && starting?.fetching === false ? starting.error : undefined
  const retry = useCallback(() => {
    if (pendingParams) void dispatch(requestBooking(pendingParams))
    setOutcome(undefined)
  }, [pendingParams, dispatch])

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
