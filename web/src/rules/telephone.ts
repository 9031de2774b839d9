import { cleanText } from './typed'
import { isNumeric } from './validators'

const DIGITS_MIN = 7
const DIGITS_MAX = 15
/** The length of a British number with its 44, without its 0. */
const BRITISH_DIGITS = 12

const WRONG = 'Please enter a valid contact telephone number'

// What stands before a British number abroad, with the 0 of the number where it was left in.
const BRITISH = /^[ (]*(?:\+|00) *44(?:[ )]|\( *0 *\)|\(? *0)*/
const BARE_BRITISH = /^44(?:[ )]|\( *0 *\))*(?=[1-9])/
const FOREIGN = /^[ (]*(?:\+|00) *([1-9]\d{0,2})[ )]*(?:\( *0 *\))?/
const DASHES = /[.\-\u2010-\u2015\u2212\uFE58\uFE63]/g
// The digits of Arabic, Persian, Hindi, Bengali and Punjabi keyboards begin with these.
const ZEROS = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0a_66]
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F]/g

function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = ZEROS.findLast((first) => first <= code) ?? code
  return String(code - zero)
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}

/**
 * A telephone number as it is checked and sent, dialled from Britain: '+44' and '0044' become '0',
 * any other '+' becomes '00', the (0) of a number abroad, brackets, dots and hyphens are removed.
 * The server does the same.
 */
export function normaliseTelephone(value: string): string {
  let text = cleanText(value).replace(OTHER_DIGITS, plainDigit).replace(DASHES, '')
  if (BRITISH.test(text)) text = text.replace(BRITISH, '0')
  else if (
    BARE_BRITISH.test(text) &&
    countDigits(text.replace(BARE_BRITISH, '44')) === BRITISH_DIGITS
  )
    text = text.replace(BARE_BRITISH, '0')
  else text = text.replace(FOREIGN, '00$1 ')
  return text.replace(/[()]/g, '').replace(/\s+/g, ' ').trim()
}

/**
 * Whether a number can be dialled: digits and spaces only, 7 to 15 digits. An empty text is not
 * valid.
 */
export function isTelephone(value: string): boolean {
  const number = normaliseTelephone(value)
  const digits = countDigits(number)
  return isNumeric(number) && digits >= DIGITS_MIN && digits <= DIGITS_MAX
}

/** What is wrong with a number that cannot be dialled. */
export function telephoneMessage(value: string): string {
  const text = cleanText(value)
  if (/\d *(?:ext|x)\.? *\d+$/i.test(text)) return `${WRONG} without an extension`
  if (/\d *(?:\/|,|;|&| or | and ) *[+(]?\d/i.test(text)) return `${WRONG}: one number is enough`
  return WRONG
}
