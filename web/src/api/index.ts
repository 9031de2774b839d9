/** The one way to the server: calls, their tracking, their errors and their shapes. */
export { defineCall, type Phase, type RequestMeta } from './call'
export { errorMessages, loadErrorText, NETWORK_ERROR, showsCodes } from './messages'
export {
  clearRequestErrors,
  requestsReducer,
  selectIsFetching,
  useRequest,
  selectRequestError,
  type RequestsState,
  type TrackedRequest,
} from './requests'
export { type ApiMessage, type Params, type RequestError, type Result } from './transport'
export type * from './types'
