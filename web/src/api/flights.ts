import type { Dispatch } from '@reduxjs/toolkit'
import { CANCELLED, type Result } from './transport'

/** One running request. */
export interface Flight<Data> {
  /** The parameters of the request, as JSON. */
  readonly json: string
  /** Ends the request. A later answer is ignored. */
  cancel: () => void
  /**
   * Resolves to the answer, or to 'cancelled' when the caller's signal aborts. The request ends
   * when no caller is left.
   */
  join: (signal: AbortSignal | undefined) => Promise<Result<Data>>
}

/** Starts a request. `onEnd` gets the result before any caller does. */
export function startFlight<Data>(
  json: string,
  send: (signal: AbortSignal) => Promise<Result<Data>>,
  onEnd: (result: Result<Data>) => void,
): Flight<Data> {
  const abort = new AbortController()
  let resolve: (result: Result<Data>) => void
  const answer = new Promise<Result<Data>>((resolveAnswer) => (resolve = resolveAnswer))
  let callers = 0
  let over = false

  const finish = (result: Result<Data>) => {
    if (over) return
    over = true
    onEnd(result)
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
  return { json, cancel, join }
}

/** The running requests of each store, by slot: a later call of the slot replaces or joins them. */
const flights = new WeakMap<Dispatch, Map<string, Flight<unknown>>>()

export function flightsOf(dispatch: Dispatch): Map<string, Flight<unknown>> {
  let ofStore = flights.get(dispatch)
  if (!ofStore) {
    ofStore = new Map()
    flights.set(dispatch, ofStore)
  }
  return ofStore
}
