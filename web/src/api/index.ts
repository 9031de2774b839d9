/** The one way to the server: calls, their tracking, their errors and their shapes. */
export { defineCall, type Phase, type RequestMeta } from './call'
export { errorMessages, loadErrorText, NETWORK_ERROR, showsCodes } from './messages'
export {
  clearRequestErrors,
  isRequestAction,
  requestsReducer,
  selectIsFetching,
  selectRequestError,
  useRequest,
  type RequestsState,
  type TrackedRequest,
} from './requests'
export {
  encode,
  send,
  type ApiMessage,
  type Params,
  type RequestError,
  type Result,
} from './transport'
export type * from './types'
