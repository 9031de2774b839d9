import type { Dispatch } from '@reduxjs/toolkit'
import { CANCELLED, type Result } from './transport'

/** One request under way. */
export interface Flight<Data> {
  /** What was sent, as text. */
  readonly sent: string
  /** Ends the request; whatever it brings later is dropped. */
  cancel: () => void
  /** The answer, or 'cancelled' once the caller's own signal aborts. The request ends when no caller is left. */
  join: (signal: AbortSignal | undefined) => Promise<Result<Data>>
}

/** Starts a request. `ended` gets its one result, before any caller does. */
export function startFlight<Data>(
  sent: string,
  send: (signal: AbortSignal) => Promise<Result<Data>>,
  ended: (result: Result<Data>) => void,
): Flight<Data> {
  const abort = new AbortController()
  let resolve: (result: Result<Data>) => void
  const answer = new Promise<Result<Data>>((resolveAnswer) => (resolve = resolveAnswer))
  let callers = 0
  let over = false

  const finish = (result: Result<Data>) => {
    if (over) return
    over = true
    ended(result)
    resolve(result)
  }
  const cancel = () => {
    finish(CANCELLED)
    abort.abort()
  }
  const join = (signal: AbortSignal | undefined): Promise<Result<Data>> => {
    callers++
    if (!signal) return answer
    return new Promise((resolveCaller) => {
      const leave = () => {
        callers--
        if (callers === 0) cancel()
        resolveCaller(CANCELLED)
      }
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
      void answer.then((result) => {
        signal.removeEventListener('abort', leave)
        resolveCaller(result)
      })
    })
  }
  void send(abort.signal).then(finish)
  return { sent, cancel, join }
}

/** The requests under way of each store, by the slot in which a later call overtakes or joins them. */
const flights = new WeakMap<Dispatch, Map<string, Flight<unknown>>>()

export function flightsOf(dispatch: Dispatch): Map<string, Flight<unknown>> {
  let own = flights.get(dispatch)
  if (!own) {
    own = new Map()
    flights.set(dispatch, own)
  }
  return own
}
