import { createAction, type Dispatch, type PayloadAction } from '@reduxjs/toolkit'
import { transportOf } from './answers'
import { flightsOf, startFlight, type Flight } from './flights'
import { NO_ANSWER, type Method, type Params, type RequestError, type Result } from './transport'

/** The phases of a request. Each is the last part of an action type. */
export type Phase = 'REQUEST' | 'SUCCESS' | 'FAILURE' | 'CANCELLED' | 'RESET'

/** What every action of a request contains in addition to its payload. */
export interface RequestMeta {
  /** The request's id: the call's name, followed by ':' and its key where it has one. */
  id: string
  phase: Phase
  /** A number that differs between runs of the same id. */
  attempt: number
  params: Params
}

/** The action of a call that succeeded, for reducers that do not import the call. */
export type SuccessAction<Data> = PayloadAction<Data, string, { request: RequestMeta }>

interface CallOptions<P, Data> {
  /** The call's name in the specification, used in state and action types. */
  name: string
  method?: Method
  path: string | ((params: P) => string)
  /** The parameters to send; by default the call's own parameters. */
  send?: (params: P) => Params
  /** The key in the request id: with 'ukcaravan' the id is 'regions:ukcaravan'. */
  key?: (params: P) => string
  /** The answer has no envelope. */
  bare?: boolean
  /** The form is sent as application/x-www-form-urlencoded instead of multipart/form-data. */
  urlEncoded?: boolean
  /** Converts the answer's data; `total` is the number of items of a CMS list. */
  read?: (data: unknown, total?: string) => Data
  /**
   * A newer call with the same id cancels the earlier one: only the newest answer changes the
   * state.
   */
  latest?: boolean
  /** Calls with the same id and parameters, made while one is running, share its answer. */
  once?: boolean
}

let attempts = 0

/**
 * Declares a call of the API. The result has an action creator for each phase
 * (`call.success.match(action)` in reducers; the payload of `success` is the data, that of
 * `failure` the error) and `run`, a thunk that dispatches them:
 *
 *     const result = await dispatch(regionsCall.run({ channel }))
 *     if (result.ok) use(result.data)
 *
 * `run` never rejects. Pass a `signal` to be able to cancel it. An answer that comes after the
 * cancellation, or after a newer call has replaced it (`latest`), is ignored: the result is
 * 'cancelled' (status -1), and only the phase CANCELLED is dispatched. A request with `once` ends
 * when the last caller's signal aborts.
 */
export function defineCall<P extends object | void, Data>(options: CallOptions<P, Data>) {
  const { name, method = 'GET', path, key, bare, urlEncoded, read } = options
  const { latest = false, once = false } = options
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
    const keyText = key?.(params)
    return keyText ? `${name}:${keyText}` : name
  }

  /**
   * Sends the request and dispatches its phases. Calls with the same `slot` can replace or join
   * each other.
   */
  const start = (params: P, json: string, slot: string | undefined, dispatch: Dispatch) => {
    const sentParams = toParams(params)
    const meta = { id: idOf(params), attempt: ++attempts, params: sentParams }
    const running = flightsOf(dispatch)
    const url = typeof path === 'string' ? path : path(params)
    const send = transportOf(dispatch)
    const fetchData = async (signal: AbortSignal): Promise<Result<Data>> => {
      const answer = await send<unknown>({
        name,
        method,
        path: url,
        params: sentParams,
        bare,
        urlEncoded,
        signal,
      })
      return answer.ok ? readData(answer, read) : answer
    }
    dispatch(request(params, meta))
    const flight: Flight<Data> = startFlight(json, fetchData, (result) => {
      if (slot !== undefined && running.get(slot) === flight) running.delete(slot)
      if (result.ok) dispatch(success(result.data, meta))
      else dispatch((result.error.status === -1 ? cancelled : failure)(result.error, meta))
    })
    if (slot !== undefined) running.set(slot, flight as Flight<unknown>)
    return flight
  }

  const run =
    (params: P, { signal }: { signal?: AbortSignal } = {}) =>
    (dispatch: Dispatch): Promise<Result<Data>> => {
      const json = JSON.stringify(toParams(params))
      if (!latest && !once) return start(params, json, undefined, dispatch).join(signal)
      const slot = latest ? idOf(params) : `${idOf(params)} ${json}`
      const earlier = flightsOf(dispatch).get(slot) as Flight<Data> | undefined
      if (once && earlier?.json === json) return earlier.join(signal)
      earlier?.cancel()
      return start(params, json, slot, dispatch).join(signal)
    }

  return {
    name,
    idOf,
    run,
    request,
    success,
    failure,
    cancelled,
    /** Resets the request to 'not started'. */
    reset: (params: P) =>
      resetAction(undefined, { id: idOf(params), attempt: ++attempts, params: {} }),
  }
}

/** Converts an answer's data. Data that cannot be converted counts as no answer. */
function readData<Data>(
  { data, total }: { data: unknown; total?: string },
  read?: (data: unknown, total?: string) => Data,
): Result<Data> {
  try {
    return { ok: true, data: read ? read(data, total) : (data as Data) }
  } catch (error) {
    console.warn('an answer could not be read', error)
    return NO_ANSWER
  }
}
