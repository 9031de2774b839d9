import { isNumeric } from './validators'

const DIGITS_MIN = 7
const DIGITS_MAX = 15

/**
 * A telephone number as it is checked and sent: '+44' and '+44 (0)' become '0', any other leading
 * '+' becomes '00', brackets, dots and hyphens are removed. The server does the same.
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

/**
 * Whether a number can be dialled: digits and spaces only, 7 to 15 digits. An empty text is not
 * valid.
 */
export function isTelephone(value: string): boolean {
  const number = normaliseTelephone(value)
  const digits = number.replaceAll(' ', '').length
  return isNumeric(number) && digits >= DIGITS_MIN && digits <= DIGITS_MAX
}
