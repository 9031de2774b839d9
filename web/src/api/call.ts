import { createAction, type Dispatch } from '@reduxjs/toolkit'
import { send, type Method, type Params, type RequestError, type Result } from './transport'

/** The phases of a request; the last part of its action types. */
export type Phase = 'REQUEST' | 'SUCCESS' | 'FAILURE' | 'CANCELLED' | 'RESET'

/** What every action of a request carries beside its payload. */
export interface RequestMeta {
  /** The request's id: the call's name, and its key after ':' where it has one. */
  id: string
  phase: Phase
  /** Tells a later start of the same id from an earlier one. */
  attempt: number
  params: Params
}

interface CallOptions<P, Data> {
  /** The specification's name of the call, in state and in action types. */
  name: string
  method?: Method
  path: string | ((params: P) => string)
  /** What is sent; by default the parameters themselves. */
  send?: (params: P) => Params
  /** The distinguishing part of the request id: 'ukcaravan' gives 'regions:ukcaravan'. */
  key?: (params: P) => string
  /** The answer has no envelope. */
  bare?: boolean
  /** Shapes the answer's data. */
  read?: (data: unknown) => Data
}

let attempts = 0

/**
 * Declares a call of the API. The result has an action creator for each phase
 * (`call.success.match(action)` in reducers; the payload of `success` is the
 * data, of `failure` the error) and `run`, a thunk that dispatches them:
 *
 *     const result = await dispatch(regionsCall.run({ channel }))
 *     if (result.ok) use(result.data)
 *
 * `run` never rejects. Give a `signal` to be able to cancel it.
 */
export function defineCall<P extends object | void, Data>(options: CallOptions<P, Data>) {
  const { name, method = 'GET', path, key, bare, read } = options
  const toParams = options.send ?? ((params: P) => (params ?? {}) as Params)

  const prepare =
    <Payload>(phase: Phase) =>
    (payload: Payload, meta: Omit<RequestMeta, 'phase'>) => ({
      payload,
      meta: { request: { ...meta, phase } },
    })
  const request = createAction(`${name}/REQUEST`, prepare<P>('REQUEST'))
  const success = createAction(`${name}/SUCCESS`, prepare<Data>('SUCCESS'))
  const failure = createAction(`${name}/FAILURE`, prepare<RequestError>('FAILURE'))
  const cancelled = createAction(`${name}/CANCELLED`, prepare<RequestError>('CANCELLED'))
  const resetAction = createAction(`${name}/RESET`, prepare<undefined>('RESET'))

  const idOf = (params: P) => {
    const part = key?.(params)
    return part ? `${name}:${part}` : name
  }

  const run =
    (params: P, { signal }: { signal?: AbortSignal } = {}) =>
    async (dispatch: Dispatch): Promise<Result<Data>> => {
      const wire = toParams(params)
      const meta = { id: idOf(params), attempt: ++attempts, params: wire }
      dispatch(request(params, meta))
      const url = typeof path === 'string' ? path : path(params)
      const answer = await send<unknown>({ name, method, path: url, params: wire, bare, signal })
      if (answer.ok) {
        const data = read ? read(answer.data) : (answer.data as Data)
        dispatch(success(data, meta))
        return { ok: true, data }
      }
      dispatch((answer.error.status === -1 ? cancelled : failure)(answer.error, meta))
      return answer
    }

  /** Takes an answer that came another way, inlined in the page, as this call's own. */
  const accept =
    (params: P, data: Data) =>
    (dispatch: Dispatch): Result<Data> => {
      const meta = { id: idOf(params), attempt: ++attempts, params: toParams(params) }
      dispatch(request(params, meta))
      dispatch(success(data, meta))
      return { ok: true, data }
    }

  return {
    name,
    idOf,
    run,
    accept,
    request,
    success,
    failure,
    cancelled,
    /** Brings the request back to 'not started'. */
    reset: (params: P) =>
      resetAction(undefined, { id: idOf(params), attempt: ++attempts, params: {} }),
  }
}
