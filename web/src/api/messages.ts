import type { RequestError } from './transport'

/** Shown for a failure that names no errors. */
export const NETWORK_ERROR = 'Network error. Please check your internet connection and try again.'

/**
 * The texts of a failed request: each message of its list once, in the order
 * received, with ' (code {code})' when codes are wanted; the network error
 * when there is no list; nothing when it was cancelled.
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
 * The text of a failed load: the screen's own, and beneath it the network
 * error when there was no answer at all.
 */
export function loadErrorText(error: RequestError | undefined, own: string): string | undefined {
  if (!error || error.status === -1) return undefined
  return error.status === 0 ? `${own}\n${NETWORK_ERROR}` : own
}

/** Codes help support where the server failed; expected refusals stand alone. */
export function showsCodes(error: RequestError | undefined): boolean {
  return (error?.status ?? 0) >= 500
}
