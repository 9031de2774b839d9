import { addMonths } from '../../rules/dates'
import { KEY } from './signed-up'

const MONTHS = 6

/** The instant six calendar months later; in a shorter month, its last day. */
export function sixMonthsLater(now: number): number {
  const from = new Date(now)
  const month = addMonths(from.toISOString().slice(0, 7), MONTHS)
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const result = new Date(from)
  result.setUTCFullYear(year, number - 1, Math.min(from.getUTCDate(), last))
  return result.getTime()
}

/** Stores for six months that the visitor has signed up. */
export function writeSignedUp(now: number = Date.now()): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ value: true, expires: sixMonthsLater(now) }))
  } catch {
    // Without storage, this is only known until the page is left.
  }
}
