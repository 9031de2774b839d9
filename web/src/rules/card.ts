/** The formats of a payment card. Nothing here stores its input. */

/** The card schemes that the form recognises. */
export type CardType = 'visa' | 'mastercard' | 'maestro' | 'amex' | 'jcb' | 'diners'

const NUMBER_MIN = 12
const NUMBER_MAX = 19
const NAME_MIN = 2
const NAME_MAX = 30
const EXPIRY_YEARS = 20
/** How many first digits identify the issuer. Device data collection gets only these. */
export const BIN_LENGTH = 6

const schemes: readonly [CardType, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['maestro', /^(?:5[06-9]|6[0-9])/],
  ['jcb', /^35/],
  ['diners', /^3(?:0[0-5]|[689])/],
]

/** The number without its spaces. */
export const cardDigits = (text: string): string => text.replace(/\s/g, '')

/** The scheme, by a number's first digits; undefined for an unknown scheme. */
export function cardType(text: string): CardType | undefined {
  const digits = cardDigits(text)
  return schemes.find(([, prefix]) => prefix.test(digits))?.[0]
}

/** 12 to 19 digits, spaces allowed, with a correct check digit. */
export function isCardNumber(text: string): boolean {
  const digits = cardDigits(text)
  return (
    /^\d+$/.test(digits) &&
    digits.length >= NUMBER_MIN &&
    digits.length <= NUMBER_MAX &&
    passesLuhn(digits)
  )
}

/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** A number in groups as on cards: 4, 6 and 5 digits for American Express, otherwise 4 each. */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, NUMBER_MAX)
  if (cardType(digits) === 'amex') {
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ')
  }
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** The month (1 to 12) and the year in which a card expires. */
export interface CardExpiry {
  month: number
  year: number
}

/**
 * Reads 'MM/YY' or 'MM/YYYY', spaces allowed. Undefined when there is no such month, when it
 * is past (a card is valid to the end of its month) or more than 20 years ahead.
 * `today` is 'yyyy-mm-dd'.
 */
export function parseExpiry(text: string, today: string): CardExpiry | undefined {
  const match = /^\s*(\d{2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (!match) return undefined
  const month = Number(match[1])
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const century = thisYear - (thisYear % 100)
  const near = century + Number(match[2])
  // Two digits that are far below this year's mean the next century.
  const year = near < thisYear - 79 ? near + 100 : near
  if (month < 1 || month > 12) return undefined
  const months = (year - thisYear) * 12 + month - thisMonth
  return months < 0 || months > EXPIRY_YEARS * 12 ? undefined : { month, year }
}

/** A month of one digit: no month begins with 2 to 9, and a separator follows a 1. */
const SHORT_MONTH = /^\s*(?=[2-9]|1[\s/.-])/

/** The text of the expiry field while it is typed or filled in: its digits as 'MM/YY'. */
export function formatExpiry(text: string, before: string): string {
  const digits = text.replace(SHORT_MONTH, '0').replace(/\D/g, '')
  const deleting = text.length < before.length
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits
  return `${digits.slice(0, 2)}/${shortYear(digits.slice(2))}`
}

/** The last two digits of a complete year; a year of four digits is not cut before it is complete. */
function shortYear(year: string): string {
  if (!/^20\d/.test(year)) return year.slice(0, 2)
  return year.length < 4 ? year : year.slice(2, 4)
}

/** Three digits, four for American Express. */
export function isSecurityNumber(text: string, number: string): boolean {
  return cardType(number) === 'amex' ? /^\d{4}$/.test(text.trim()) : /^\d{3}$/.test(text.trim())
}

/** 2 to 30 characters once trimmed. */
export function isNameOnCard(text: string): boolean {
  const length = Array.from(text.trim()).length
  return length >= NAME_MIN && length <= NAME_MAX
}
