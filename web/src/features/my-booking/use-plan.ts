import { useEffect, useRef, useState } from 'react'
import { errorMessages, hasCode, type RequestError, type Result, useAppDispatch } from '../../api'
import type { ExistingBooking } from '../../api/schema'
import { changedElsewhere } from './lookup'
import { setPreviousBooking } from './previous-booking-slice'

/** What the visitor agrees to: the plan, and the key that makes a repeated request one. */
export interface Agreed {
  plan: string
  key: string
}

/**
 * Looks at what a change of a booking does, and does it as that plan says. Of a plan that does not
 * hold any more, it loads a new one. A request without an answer can be repeated: its key is the same.
 * `look` asks for the plan, `act` does it and answers the booking as it is then.
 */
export function usePlan<P extends { plan: string }>(
  bookingId: string,
  look: (signal: AbortSignal) => Promise<Result<P>>,
  act: (agreed: Agreed, signal: AbortSignal) => Promise<Result<ExistingBooking>>,
) {
  const dispatch = useAppDispatch()
  const [plan, setPlan] = useState<P>()
  const [busy, setBusy] = useState(false)
  const [texts, setTexts] = useState<readonly string[]>([])
  const key = useRef('')
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  /** Runs one request at a time, and not after the page was left. */
  const run = async (request: (signal: AbortSignal) => Promise<RequestError | undefined>) => {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    setBusy(true)
    setTexts([])
    const error = await request(own.signal)
    if (own.signal.aborted) return
    setBusy(false)
    setTexts(errorMessages(error))
  }
  const load = async (signal: AbortSignal) => {
    const result = await look(signal)
    if (signal.aborted) return undefined
    key.current = crypto.randomUUID()
    setPlan(result.ok ? result.data : undefined)
    if (!result.ok) await dispatch(changedElsewhere(bookingId, result.error, signal))
    return result.ok ? undefined : result.error
  }
  const doPlan = async ({ plan: hash }: P, signal: AbortSignal) => {
    const result = await act({ plan: hash, key: key.current }, signal)
    if (signal.aborted) return undefined
    if (result.ok) {
      dispatch(setPreviousBooking(result.data))
      setPlan(undefined)
      return undefined
    }
    if (hasCode(result.error, 'PRICE_CHANGED')) await load(signal)
    await dispatch(changedElsewhere(bookingId, result.error, signal))
    return result.error
  }
  return {
    plan,
    busy,
    texts,
    look: () => void run(load),
    act: () => plan && void run((signal) => doPlan(plan, signal)),
    close: () => {
      abort.current?.abort()
      setBusy(false)
      setPlan(undefined)
      setTexts([])
    },
  }
}
