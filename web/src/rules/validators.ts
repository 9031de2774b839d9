/**
 * The general validators (specification, section 5). Every one but `isPresent`
 * accepts an empty value: `isPresent` checks whether a required field is filled.
 */
export type Validator = (value: string) => boolean

/** The most characters of an e-mail address (RFC 5321, path). */
export const EMAIL_MAX = 254
export const FORENAME_MIN = 2

// The pattern of HTML's own e-mail inputs, with at least one dot in the domain.
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`)
const UK_POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i
const NUMERIC = /^[\d ]+$/
const DATE = /^(?:[0-2]\d|3[01])\/(?:0\d|1[0-2])\/\d{4}$/

/** Whether a value is neither missing nor blank. */
export function isPresent(value: string | null | undefined): boolean {
  return value !== undefined && value !== null && value.trim() !== ''
}

function optional(test: (value: string) => boolean): Validator {
  return (value) => value === '' || test(value)
}

/** An e-mail address; the form has to trim spaces around it. */
export const isEmail = optional((value) => value.length <= EMAIL_MAX && EMAIL.test(value))

/** A UK postcode in any letter case, with at most one space before its last three characters. */
export const isUkPostcode = optional((value) => UK_POSTCODE.test(value))

/** Digits and spaces only. */
export const isNumeric = optional((value) => NUMERIC.test(value))

/**
 * The form dd/mm/yyyy with day 00–31 and month 00–12. It is about form alone:
 * '00/00/2000' passes, and whether the day exists is asked elsewhere.
 */
export const isDateText = optional((value) => DATE.test(value))
