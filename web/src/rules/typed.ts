/**
 * What people type or paste: cleaned, and read as they mean it. internal/booking/typed.go has the
 * same rules; both are tested with testdata/typed.json.
 */

// Spaces of all kinds, tabs, and the line separators that documents leave behind.
const SPACES = /[\t\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/g
// Not seen and without meaning in a line: soft hyphens, zero-width spaces, marks of direction,
// variation selectors, byte order marks. Joiners stay, because some scripts need them.
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\uFE00-\uFE0F]/g
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
const FULL_WIDTH_OFFSET = 0xff_01 - 0x21

/**
 * A line of text as people see it: without invisible characters, with plain spaces, and with plain
 * letters and digits instead of full-width ones.
 */
export function cleanText(text: string): string {
  return text
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim()
}

/**
 * The e-mail address in what was typed or pasted: without the 'mailto:' of a link, and without the
 * name and angle brackets of a mail program.
 */
export function typedEmail(text: string): string {
  const address = cleanText(text)
  return (/^[^<>]*<([^<>]+)>$/.exec(address)?.[1] ?? address).trim().replace(/^mailto:(?=.)/i, '')
}

/** The number of characters, as the server counts them. */
export function characters(text: string): number {
  return Array.from(text).length
}
