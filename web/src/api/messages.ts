import { t } from '../brands'
import type { RequestError } from './transport'

/** Shown for a failure that names no errors. */
export const NETWORK_ERROR = 'Network error. Please check your internet connection and try again.'

/**
 * The texts of a failed request: each message once, in the order received, and
 * with its code when `showCodes` is set. Without messages it is the network
 * error; for a cancelled request there is none.
 */
export function errorMessages(error: RequestError | undefined, showCodes = false): string[] {
  if (!error || error.status === -1) return []
  if (error.errors.length === 0) return [NETWORK_ERROR]
  const texts = error.errors.map(({ message, code }) =>
    showCodes && code ? `${message} (code ${code})` : message,
  )
  return [...new Set(texts)]
}

/**
 * The text of a failed load: the screen's own text or the general one, and below
 * it the network error when there was no answer at all.
 */
export function loadErrorText(
  error: RequestError | undefined,
  own = t('global.errorLoading'),
): string | undefined {
  if (!error || error.status === -1) return undefined
  return error.status === 0 ? `${own}\n${NETWORK_ERROR}` : own
}

/** Whether to show error codes: only for failures of the server, where they help support. */
export function showsCodes(error: RequestError | undefined): boolean {
  return (error?.status ?? 0) >= 500
}
