import type { UnknownAction } from '@reduxjs/toolkit'
import type { Params } from '../api/transport'

/** What a call has for an answer that came without a request. */
interface AnsweredCall<P, Data> {
  idOf: (params: P) => string
  success: (data: Data, meta: { id: string; attempt: number; params: Params }) => UnknownAction
}

/** The action of a call's answer, without a request. */
export function accept<P extends object | undefined | void, Data>(
  call: AnsweredCall<P, Data>,
  params: P,
  data: Data,
): UnknownAction {
  const sent = (params ?? {}) as Params
  return call.success(data, { id: call.idOf(params), attempt: 0, params: sent })
}
