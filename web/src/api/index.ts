/** The only access to the server: calls, their state, their errors and their types. */
export { answerFrom, readInlined, sendThrough, type InlinedAnswer, type Transport } from './answers'
export { defineCall, type Phase, type RequestMeta, type SuccessAction } from './call'
export { useAppDispatch } from './dispatch'
export {
  errorMessages,
  hasCode,
  loadErrorText,
  NETWORK_ERROR,
  refusedFields,
  showsCodes,
} from './messages'
export {
  clearRequestErrors,
  isRequestAction,
  requestsReducer,
  selectIsFetching,
  useRequest,
  selectRequestError,
  type RequestsState,
  type TrackedRequest,
} from './requests'
export { encode } from './transport'
export {
  type ApiMessage,
  type Params,
  type RequestError,
  type Result,
  type Wire,
} from './transport'
export type * from './types'
