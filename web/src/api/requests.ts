import { createSlice, type UnknownAction } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import type { RequestMeta } from './call'
import type { RequestError } from './transport'

/** The state of one request: running, failed or cancelled. */
export interface TrackedRequest {
  fetching: boolean
  /** The number of the run; the phases of an earlier run are ignored. */
  attempt: number
  error?: RequestError
}

export type RequestsState = Record<string, TrackedRequest>

interface RequestAction extends UnknownAction {
  meta: { request: RequestMeta }
}

const initialState: RequestsState = {}

/**
 * The requests by id. A request that succeeded, was reset or never started has no entry. None of
 * their parameters is stored, because they may be secret.
 */
const requests = createSlice({
  name: 'requests',
  initialState,
  reducers: {
    /** Forgets the requests that have failed or were cancelled. */
    clearRequestErrors(state) {
      for (const [id, entry] of Object.entries(state)) if (!entry.fetching) delete state[id]
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(isRequestAction, (state, action) => {
      const { id, phase, attempt } = action.meta.request
      const current = state[id]
      if (phase === 'REQUEST') {
        state[id] = { fetching: true, attempt }
        return
      }
      // An answer to an earlier start of the same request does not change the later one.
      if (phase !== 'RESET' && current?.attempt !== attempt) return
      if (phase === 'SUCCESS' || phase === 'RESET') delete state[id]
      else state[id] = { fetching: false, attempt, error: action.payload as RequestError }
    })
  },
})

export const requestsReducer = requests.reducer
export const { clearRequestErrors } = requests.actions

/** Whether an action belongs to a request; `action.meta.request` says which. */
export function isRequestAction(action: UnknownAction): action is RequestAction {
  const meta = action.meta as { request?: unknown } | undefined
  return typeof meta === 'object' && meta !== null && 'request' in meta
}

interface RootWithRequests {
  requests: RequestsState
}

/** The error of a request; undefined when it was only cancelled. */
export function selectRequestError(state: RootWithRequests, id: string): RequestError | undefined {
  const error = state.requests[id]?.error
  return error && error.status !== -1 ? error : undefined
}

export function selectIsFetching(state: RootWithRequests, id: string): boolean {
  return state.requests[id]?.fetching ?? false
}

/** The state of a request for a screen: whether it is running, and its error. */
export function useRequest(id: string): { fetching: boolean; error: RequestError | undefined } {
  const fetching = useSelector((state: RootWithRequests) => selectIsFetching(state, id))
  const error = useSelector((state: RootWithRequests) => selectRequestError(state, id))
  return { fetching, error }
}
