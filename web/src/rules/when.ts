// Flexible dates: choices such as any weekend of a month. The server knows which exist and their
// dates (internal/api/when.go).
import { formatMonth, monthName } from './dates'

/**
 * The text of a choice: 'Any weekend in June 2027', 'Any day in June 2027', 'Summer holidays 2027';
 * undefined if there is none.
 */
export function whenText(when: string | undefined): string | undefined {
  const [kind = '', year = '', month] = when?.split('-') ?? []
  if (!when || (month && Number(year)))
    return when && `Any ${kind} in ${formatMonth(`${year}-${month}`)}`
  return when.charAt(0).toUpperCase() + when.slice(1).replaceAll('-', ' ')
}

/** The same for a narrow field: 'Any day, Jul 2027'. */
export function whenShort(when: string | undefined): string | undefined {
  const [, kind, year, month] = /^([a-z]+)-(\d{4})-(\d\d)$/.exec(when ?? '') ?? []
  return month
    ? `Any ${kind}, ${monthName(`${year}-${month}`).slice(0, 3)} ${year}`
    : whenText(when)
}
