/**
 * Reports errors to the error-reporting service, if the server was started with one. The service's
 * code is loaded with the first error. Payment pages report nothing.
 */
import { brand } from '../../brands'
import { isPaymentPath } from '../page'

/** How an error was caught, in the service's words. */
export type Mechanism = 'onunhandledrejection' | 'react.errorboundary'

/** The most reports of one document, so that an error that repeats itself is not sent for ever. */
const LIMIT = 20

let reported = 0

/** Reports an error; nothing follows when that fails. */
export function reportError(error: unknown, mechanism: Mechanism): void {
  if (!brand.errorReporting.dsn || isPaymentPath(window.location.pathname)) return
  if (++reported > LIMIT) return
  import('./reporter').then(
    ({ send }) => send(error, mechanism),
    (missing: unknown) => console.warn('the error was not reported', missing),
  )
}

/** Reports each unhandled rejection of a promise, except those that are expected. */
export function watchRejections(isExpected: (error: unknown) => boolean): void {
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!isExpected(reason)) reportError(reason, 'onunhandledrejection')
  })
}
