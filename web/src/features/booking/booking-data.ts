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

type Outcome = Pick<BookingLoad, 'error' | 'depositError'> & { bookId: string }

/**
 * Loads what the steps of the booking in progress show: the booking itself after a reload of the
 * page, its extras and its deposit. It also sends the request of a booking that is being started,
 * if that was not sent yet. Leaving the booking's pages cancels all of these requests. While the
 * visitor is `paying`, nothing is loaded: the page shows none of it, and the server does not send
 * the data of a paid booking.
 */
export function useBookingData(paying: boolean): BookingLoad {
  const dispatch = useAppDispatch()
  const { bookingId, type, pendingParams, bookingTimedOut } = useBookingState(
    (state) => state.booking,
  )
  const extrasBookId = useBookingState((state) => state.extras.bookId)
  const startRequest = useBookingState((state) => state.requests.CREATE_BOOKING)
  const [outcome, setOutcome] = useState<Outcome>()
  const startedHere = useRef(bookingId === undefined)

  const lifetime = useLifetime()
  useEffect(() => {
    if (pendingParams && !startRequest) void dispatch(requestBooking(pendingParams, lifetime()))
  }, [pendingParams, startRequest, dispatch, lifetime])

  const load = useCallback(
    async (bookId: string, signal: AbortSignal) => {
      // A booking that was started on this page is in the state already.
      const resumed = startedHere.current || (await dispatch(resumeBooking(bookId, signal)))
      if (resumed !== true && !resumed.ok)
        return { bookId, error: resumed.error, depositError: undefined }
      const [extras, deposit] = await Promise.all([
        dispatch(getExtrasCall.run({ bookId }, { signal })),
        dispatch(getDepositCall.run({ bookId }, { signal })),
      ])
      for (const result of [extras, deposit]) dispatch(noteTimeOut<unknown>(result))
      return {
        bookId,
        error: extras.ok ? undefined : extras.error,
        depositError: deposit.ok ? undefined : deposit.error,
      }
    },
    [dispatch],
  )

  const idToLoad = type === 'new' && !bookingTimedOut && !paying ? bookingId : undefined
  const missing = idToLoad !== undefined && outcome?.bookId !== idToLoad
  useEffect(() => {
    if (!missing || idToLoad === undefined) return undefined
    const abort = new AbortController()
    void load(idToLoad, abort.signal).then((loaded) => {
      if (!abort.signal.aborted) setOutcome(loaded)
    })
    return () => abort.abort()
  }, [missing, idToLoad, load])

  const failedStart =
    pendingParams !== undefined && startRequest?.fetching === false ? startRequest.error : undefined
  const retry = useCallback(() => {
    if (pendingParams) void dispatch(requestBooking(pendingParams, lifetime()))
    setOutcome(undefined)
  }, [pendingParams, dispatch, lifetime])

  return {
    loading:
      (pendingParams !== undefined && !failedStart) ||
      missing ||
      (outcome?.error === undefined && idToLoad !== undefined && extrasBookId !== idToLoad),
    error: failedStart ?? (idToLoad === undefined ? undefined : outcome?.error),
    depositError: outcome?.depositError,
    retry,
  }
}
