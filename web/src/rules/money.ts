/**
 * Money. Amounts are stored and added in whole pence. The texts follow the specification's 'Money
 * and formats': no decimals when whole, otherwise two, and whole pounds rounded up on calendars and
 * deal cards.
 *
 * Intl is not used, so that the server and every browser give the same text.
 */

/** An amount in whole pence. */
export type Pence = number

/**
 * The values of an amount in a call: pounds as a number, or as a numeric string such as "189.00".
 */
export type Amount = number | string | null | undefined

const decimal = /^\s*([+-]?)(\d+)(?:\.(\d*))?\s*$/

/** An amount in pounds as pence, rounded half up; undefined when it is not a number. */
export function toPence(amount: Amount): Pence | undefined {
  if (typeof amount === 'number') return Number.isFinite(amount) ? roundHalfUp(amount) : undefined
  if (typeof amount !== 'string') return undefined
  const match = decimal.exec(amount)
  if (!match) return undefined
  const [, sign, pounds = '0', fraction = ''] = match
  const digits = fraction.padEnd(3, '0')
  const pence =
    Number(pounds) * 100 + Number(digits.slice(0, 2)) + (Number(digits.charAt(2)) >= 5 ? 1 : 0)
  return sign === '-' ? 0 - pence : pence
}

function roundHalfUp(pounds: number): Pence {
  // 1.005 * 100 is 100.49999…, so the decimal text is rounded instead.
  const exact = Math.abs(pounds) < 1e12 ? toPence(pounds.toFixed(6)) : undefined
  return exact ?? Math.round(pounds * 100)
}

/** '162.00': an amount in pounds as calls and fields have it. */
export function decimalPounds(pence: Pence): string {
  return (pence / 100).toFixed(2)
}

/** Pence as a number of pounds with thousands separators: '49', '49.50', '1,234.50'. */
export function formatNumber(pence: Pence): string {
  const size = Math.abs(pence)
  const pounds = groupThousands(Math.floor(size / 100))
  const rest = size % 100
  const text = rest === 0 ? pounds : `${pounds}.${String(rest).padStart(2, '0')}`
  return pence < 0 ? `-${text}` : text
}

/** '£49', '£49.50', '-£10' from pence. */
export function formatPence(pence: Pence): string {
  return pence < 0 ? `-£${formatNumber(-pence)}` : `£${formatNumber(pence)}`
}

/** The server's pounds as '£49'; '' when it is not a number, so that '£NaN' is never shown. */
export function formatMoney(amount: Amount): string {
  const pence = toPence(amount)
  return pence === undefined ? '' : formatPence(pence)
}

/**
 * Rounds pence up to whole pounds, only for calendars, date strips, region lists and deal cards.
 */
export function ceilToPounds(pence: Pence): Pence {
  return Math.ceil(pence / 100) * 100
}

/** '£130' for 129.01: the rounded-up text of calendars and deals; '' when it is not a number. */
export function formatMoneyUp(amount: Amount): string {
  const pence = toPence(amount)
  return pence === undefined ? '' : formatPence(ceilToPounds(pence))
}

/** '1,284'. */
export function groupThousands(whole: number): string {
  return String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
