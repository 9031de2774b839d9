import type { Dispatch } from '@reduxjs/toolkit'
import { CANCELLED, encode, readAnswer, send, type Result, type Wire } from './transport'

/** An answer that is in the page already: what was asked for, and what the server said. */
export interface InlinedAnswer {
  /** The call's path. */
  call: string
  /** What was sent, in any order. */
  params: Readonly<Record<string, string>>
  /** The HTTP status. */
  status: number
  /** The body as it stood, with its envelope. */
  body: unknown
}

/** Makes a call some other way than by a request. */
export type Transport = <Data>(wire: Wire) => Promise<Result<Data>>

/** The stores whose calls are made some other way. */
const transports = new WeakMap<Dispatch, Transport>()

/** Makes a store's calls this way from now on; undefined: by requests again. A thunk, as calls are. */
export function sendThrough(transport: Transport | undefined) {
  return (dispatch: Dispatch): void => {
    if (transport) transports.set(dispatch, transport)
    else transports.delete(dispatch)
  }
}

/** How the calls of a store are made. */
export function transportOf(dispatch: Dispatch): Transport {
  return transports.get(dispatch) ?? send
}

/**
 * Answers calls from what is in the page and sends nothing. A call whose answer
 * is not there counts as cancelled, so that the page makes it later.
 */
export function answerFrom(answers: readonly InlinedAnswer[]): Transport {
  const given = new Map(answers.map((answer) => [keyOf(answer.call, answer.params), answer]))
  return <Data>(wire: Wire) => {
    const answer = given.get(keyOf(wire.path, Object.fromEntries(encode(wire.params))))
    if (!answer || wire.method !== 'GET') return Promise.resolve(CANCELLED)
    return Promise.resolve(readAnswer<Data>(answer.body, answer.status, wire.bare))
  }
}

function keyOf(call: string, params: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([call, pairs])
}
