import { isNumeric } from './validators'

const DIGITS_MIN = 7
const DIGITS_MAX = 15

/**
 * A telephone number as it is checked and sent: '+44', also '+44 (0)', becomes
 * '0', another leading '+' becomes '00', brackets, dots and hyphens go. The
 * server does the same.
 */
export function normaliseTelephone(value: string): string {
  return value
    .trim()
    .replace(/^\+44\s*(?:\(0\))?/, '0')
    .replace(/^\+/, '00')
    .replace(/[().-]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a number can be rung: digits and spaces only, 7 to 15 digits. Empty fails. */
export function isTelephone(value: string): boolean {
  const number = normaliseTelephone(value)
  const digits = number.replaceAll(' ', '').length
  return isNumeric(number) && digits >= DIGITS_MIN && digits <= DIGITS_MAX
}
