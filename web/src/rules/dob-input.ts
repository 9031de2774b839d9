/** A text field's content and the position of its cursor. */
export interface TextState {
  value: string
  cursor: number
}

/** The kind of an edit, from the browser's input event. */
export type EditKind = 'insert' | 'paste' | 'delete-back' | 'delete-forward'

const DIGITS = 8
/** The length of a complete date of birth, dd/mm/yyyy. */
export const DOB_MAX_LENGTH = 10

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, DIGITS)
const WRITTEN_DATE = /^\s*(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})\s*$/
/** A date as browsers fill it in. */
const ISO_DATE = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/
/** A day or a month of one digit at the end, and the separator that was typed after it. */
const SHORT_PART = /^(\d\d\/)?([1-9])[/. -]$/

/**
 * The typed digits in the form dd/mm/yyyy. A slash is added as soon as its two digits are there.
 */
export function formatDob(text: string): string {
  const digits = digitsOf(text)
  if (digits.length < 2) return digits
  const parts = [digits.slice(0, 2), digits.slice(2, 4)]
  if (digits.length >= 4) parts.push(digits.slice(4))
  return parts.join('/')
}

/**
 * The cursor's position that has a number of digits before it; after a slash when `past` is set.
 */
function cursorAfter(value: string, digits: number, past: boolean): number {
  let at = 0
  for (let seen = 0; seen < digits && at < value.length; at++) if (value[at] !== '/') seen++
  return past && value[at] === '/' ? at + 1 : at
}

function removeDigit(value: string, index: number): string {
  const digits = digitsOf(value)
  return digits.slice(0, index) + digits.slice(index + 1)
}

/**
 * The text and cursor of a date-of-birth field after an edit. `raw` is the browser's result of the
 * edit. The number of digits before the cursor does not change, and the cursor moves past an added
 * slash. Deleting a slash also deletes the digit next to it. A separator after a day or a month of
 * one digit adds the digit 0 before it. A complete date accepts no more digits.
 */
export function editDob(before: string, raw: TextState, kind: EditKind): TextState {
  // Some keyboards and password managers report a whole date as typed.
  const several = kind === 'insert' && raw.value.length > before.length + 1
  const whole = kind === 'paste' || several ? writtenDate(raw.value) : undefined
  if (whole) return { value: whole, cursor: DOB_MAX_LENGTH }
  const short = kind === 'insert' ? SHORT_PART.exec(raw.value) : null
  if (short && raw.cursor === raw.value.length) {
    const value = formatDob(`${short[1] ?? ''}0${short[2] ?? ''}`)
    return { value, cursor: value.length }
  }
  const left = raw.value.slice(0, raw.cursor).replace(/\D/g, '').length
  if (kind === 'delete-back' || kind === 'delete-forward')
    return afterDelete(before, raw, kind, left)

  const typed = raw.value.replace(/\D/g, '').length
  if (kind === 'insert' && typed > DIGITS) {
    return {
      value: before,
      cursor: cursorAfter(before, Math.max(0, left - (typed - DIGITS)), false),
    }
  }
  const value = formatDob(raw.value)
  return { value, cursor: cursorAfter(value, left, true) }
}

/** A complete date, dd/mm/yyyy. */
function writtenDate(text: string): string | undefined {
  const parts = WRITTEN_DATE.exec(text.replace(ISO_DATE, '$3/$2/$1'))
  return parts
    ?.slice(1)
    .map((part) => part.padStart(2, '0'))
    .join('/')
}

function afterDelete(before: string, raw: TextState, kind: EditKind, left: number): TextState {
  const onlySlashGone = digitsOf(raw.value) === digitsOf(before) && raw.value.length < before.length
  if (!onlySlashGone) {
    const value = formatDob(raw.value)
    return { value, cursor: cursorAfter(value, left, raw.value[raw.cursor - 1] === '/') }
  }
  const gone = kind === 'delete-back' ? left - 1 : left
  const value = formatDob(removeDigit(before, gone))
  return { value, cursor: cursorAfter(value, kind === 'delete-back' ? gone : left, false) }
}
