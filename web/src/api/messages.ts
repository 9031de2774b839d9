import { t } from '../brands'
import type { FieldError } from '../rules/form-errors'
import type { RequestError } from './transport'

/** Shown for a failure without error messages. */
export const NETWORK_ERROR = 'Network error. Please check your internet connection and try again.'

/**
 * The messages of a failed request: each once, in the order received, with codes when `showCodes`
 * is set. Without messages it is the network error; for a cancelled request the list is empty.
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
 * The text for a failed load: the screen's own text or the general one. When there was no answer at
 * all, the network error follows.
 */
export function loadErrorText(
  error: RequestError | undefined,
  screenText = t('global.errorLoading'),
): string | undefined {
  if (!error || error.status === -1) return undefined
  return error.status === 0 ? `${screenText}\n${NETWORK_ERROR}` : screenText
}

/**
 * Whether to show error codes: only for failures of the server, because there they help support.
 */
export function showsCodes(error: RequestError | undefined): boolean {
  return (error?.status ?? 0) >= 500
}

/** Whether a failed request has a given error code. */
export function hasCode(error: RequestError | undefined, code: string): boolean {
  return error?.errors.some((each) => each.code === code) ?? false
}

/** The fields of a form that the server refused, in the order received. */
export function refusedFields(error: RequestError): FieldError[] {
  return error.errors.flatMap(({ field, message }) => (field ? [{ field, message }] : []))
}
