/**
 * Reports errors to the error-reporting service, if the server was started with one. The service's
 * code is loaded with the first error. Payment pages report nothing.
 */
import { brand } from '../../brands'
import { isPaymentPath } from '../page'
import type { Mechanism } from './reporter'

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

/**
 * Reports each error that nothing has caught: of event handlers, timers and promises, except those
 * that are expected. React reports those of a page's display itself. Scripts of other sites, such as
 * a browser's extensions, say no more than 'Script error.'; files that do not load have no error.
 */
export function watchErrors(isExpected: (error: unknown) => boolean): void {
  window.addEventListener('error', ({ error }) => {
    if (error instanceof Error && !isExpected(error)) reportError(error, 'onerror')
  })
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!isExpected(reason)) reportError(reason, 'onunhandledrejection')
  })
}
