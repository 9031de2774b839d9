import { useCallback, useEffect, useRef, useState } from 'react'
import { useLifetime } from '../../src/ui'
import { post, type Failure } from '../api'
import type { Action, Booking, Done, Plan } from '../contract'

/** How long typing pauses before the server works the plan out. */
const PAUSE_MS = 300

/**
 * Where an action stands. open: something is missing. conflict: somebody changed the booking after it
 * was read; the draft is kept. stepUp: the person must show again who they are, for this plan.
 */
export type Stand =
  | { at: 'open' }
  | { at: 'planning'; plan?: Plan }
  | { at: 'planned' | 'doing' | 'stepUp'; plan: Plan }
  | { at: 'conflict'; failure: Failure }
  | { at: 'failed'; failure: Failure; plan?: Plan }

/** Works out what an action does, and does it when it is confirmed. */
export function usePlan(booking: Booking, onDone: (done: Done) => void) {
  const { ref } = booking
  const [stand, setStand] = useState<Stand>({ at: 'open' })
  const [action, setAction] = useState<Action>()
  // The version that was read when the draft was opened. The server reports a later one as a conflict.
  const [version, setVersion] = useState(booking.version)
  const [round, setRound] = useState(0)
  /** The form asks for something else: the lines before stay, paler, until the next are there. */
  const ask = useCallback((next: Action | undefined) => {
    setAction(next)
    setStand((before) => (next ? planning(before) : { at: 'open' }))
  }, [])
  const lifetime = useLifetime()
  useEffect(() => {
    if (!action) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void post<Plan>('/api/plan', { ref, version, action }, abort.signal).then((answer) => {
        if (abort.signal.aborted) return
        setStand(answer.ok ? { at: 'planned', plan: answer.data } : refusal(answer.failure))
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [action, ref, version, round])

  // A key for each plan: a double press, and one more after a lost answer, are the same action.
  const running = useRef(false)
  const attempt = useRef<{ hash: string; key: string }>(undefined)
  const confirm = useCallback(async () => {
    const plan = confirmable(stand)
    if (!plan || !action || running.current) return
    running.current = true
    const { hash } = plan
    if (attempt.current?.hash !== hash) attempt.current = { hash, key: crypto.randomUUID() }
    const signal = lifetime()
    setStand({ at: 'doing', plan })
    const body = { ref, version, action, ...attempt.current }
    const answer = await post<Done>('/api/do', body, signal)
    running.current = false
    if (signal.aborted) return
    if (answer.ok) onDone(answer.data)
    else setStand(refusal(answer.failure, plan))
  }, [action, lifetime, onDone, ref, stand, version])
  /** Works the draft out once more, for the booking as it was read last. */
  const latest = useRef(booking)
  useEffect(() => {
    latest.current = booking
  })
  const again = () => {
    setVersion(latest.current.version)
    setRound((before) => before + 1)
    setStand(planning)
  }
  return { stand, ask, confirm, again }
}

const planning = (before: Stand): Stand => ({
  at: 'planning',
  plan: 'plan' in before ? before.plan : undefined,
})

/** The plan that can be confirmed now. */
function confirmable(stand: Stand): Plan | undefined {
  return stand.at === 'planned' || stand.at === 'stepUp' || stand.at === 'failed'
    ? stand.plan
    : undefined
}

function refusal(failure: Failure, plan?: Plan): Stand {
  if (failure.code === 'conflict' || failure.code === 'plan_changed')
    return { at: 'conflict', failure }
  if (failure.code === 'stepup' && plan) return { at: 'stepUp', plan }
  return { at: 'failed', failure, plan }
}
