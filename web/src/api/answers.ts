import type { Dispatch } from '@reduxjs/toolkit'
import {
  CANCELLED,
  encode,
  readAnswer,
  send,
  TOTAL_HEADER,
  type Result,
  type Wire,
} from './transport'

/** An answer that the page already contains: the request and the server's response. */
export interface InlinedAnswer {
  /** The call's path. */
  call: string
  /** The parameters of the request, in any order. */
  params: Readonly<Record<string, string>>
  /** The HTTP status. */
  status: number
  /** The response's headers that matter. */
  headers?: Readonly<Record<string, string>>
  /** The response body, including the envelope. */
  body: unknown
}

/** Makes a call; `send` does it by an HTTP request. */
export type Transport = <Data>(wire: Wire) => Promise<Result<Data>>

/** The stores whose calls are not made by HTTP requests, and how they are made. */
const transports = new WeakMap<Dispatch, Transport>()

/**
 * Sets how a store's calls are made from now on; undefined means by HTTP requests. It is a thunk,
 * like the calls.
 */
export function sendThrough(transport: Transport | undefined) {
  return (dispatch: Dispatch): void => {
    if (transport) transports.set(dispatch, transport)
    else transports.delete(dispatch)
  }
}

/** Returns how the calls of a store are made. */
export function transportOf(dispatch: Dispatch): Transport {
  return transports.get(dispatch) ?? send
}

/**
 * Answers calls from the answers in the page and sends nothing. A call without an answer counts as
 * cancelled, so that the page makes it later.
 */
export function answerFrom(answers: readonly InlinedAnswer[]): Transport {
  const answersByKey = new Map(answers.map((answer) => [keyOf(answer.call, answer.params), answer]))
  return <Data>(wire: Wire) => {
    const answer = answersByKey.get(keyOf(wire.path, Object.fromEntries(encode(wire.params))))
    if (!answer || wire.method !== 'GET') return Promise.resolve(CANCELLED)
    return Promise.resolve(readInlined<Data>(answer, wire.bare))
  }
}

/** Reads an answer that the page contains. */
export function readInlined<Data>(
  { body, status, headers }: Pick<InlinedAnswer, 'body' | 'status' | 'headers'>,
  bare?: boolean,
): Result<Data> {
  return readAnswer(body, status, { bare, total: headers?.[TOTAL_HEADER] })
}

function keyOf(call: string, params: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([call, pairs])
}
