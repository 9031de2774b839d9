import type { Middleware, UnknownAction } from '@reduxjs/toolkit'
import { isRequestAction, type RequestError } from '../../api'
import { masked } from '../../rules/masked'
import { track } from './events'

/** The text of a failed request that was just reported and may be shown next. */
let justReported: string | undefined

/** Reports an error text that a visitor sees, unless its failed request was already reported. */
export function errorShown(message: string): void {
  const repeated = message === justReported
  justReported = undefined
  if (!repeated) report(message)
}

/**
 * Reports the messages of failed requests, joined by '; '. Cancelled requests and failures without
 * a message are not reported.
 */
export const failureReporter: Middleware = () => (next) => (action) => {
  const failed = action as UnknownAction
  if (isRequestAction(failed) && failed.meta.request.phase === 'FAILURE') {
    const { errors } = failed.payload as RequestError
    const message = errors.map((each) => each.message).join('; ')
    if (message) {
      report(message)
      justReported = message
    }
  }
  return next(action)
}

function report(message: string) {
  track('error_message', { errorMessage: masked(message), page: window.location.pathname })
}
