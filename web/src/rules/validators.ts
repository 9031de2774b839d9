/**
 * The general validators (specification, section 5). All except `isPresent` accept an empty value;
 * `isPresent` checks whether a required field is filled.
 */
export type Validator = (value: string) => boolean

/** The largest number of characters in an e-mail address (RFC 5321, path). */
export const EMAIL_MAX = 254
/** The largest number of characters before its @. */
const LOCAL_PART_MAX = 64
export const FORENAME_MIN = 2

// The pattern of HTML's e-mail inputs, but with at least one dot in the domain, no dot at the ends
// of the part before the @ and no two together, and a last label that is not a number. The server,
// which sends the e-mails, has the same.
const ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`)
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

/** An e-mail address to which the server can send. The form must clean it, see typedEmail. */
export const isEmail = optional(
  (value) =>
    value.length <= EMAIL_MAX && value.lastIndexOf('@') <= LOCAL_PART_MAX && EMAIL.test(value),
)

/** A UK postcode in any letter case, with at most one space before its last three characters. */
export const isUkPostcode = optional((value) => UK_POSTCODE.test(value))

/** Digits and spaces only. */
export const isNumeric = optional((value) => NUMERIC.test(value))

/**
 * The form dd/mm/yyyy with day 00–31 and month 00–12. '00/00/2000' passes: whether the day exists
 * is checked elsewhere.
 */
export const isDateText = optional((value) => DATE.test(value))
