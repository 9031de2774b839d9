import type { Middleware, UnknownAction } from '@reduxjs/toolkit'
import { isRequestAction, type RequestError } from '../../api'
import { masked } from './masked'
import { track } from './events'

/** The text of a failed request that was reported and may be shown in a moment. */
let justReported: string | undefined

/** A visitor is shown an error text: reported once, and not again where its request already was. */
export function errorShown(message: string): void {
  const repeated = message === justReported
  justReported = undefined
  if (!repeated) report(message)
}

/** Reports what failed requests say, joined by '; '. Cancelled ones and those that say nothing are left out. */
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
