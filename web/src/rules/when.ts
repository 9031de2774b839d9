// Flexible dates: choices such as any weekend of a month. The server knows which exist and their
// dates (internal/api/when.go).
import { formatMonth, monthName } from './dates'

/**
 * The text of a choice: 'Any weekend in June 2027', 'Any day in June 2027', 'Summer holidays 2027',
 * 'Summer holidays 2027, Argyll and Bute' for those of a council; undefined if there is none.
 */
export function whenText(when: string | undefined): string | undefined {
  const [choice = '', council] = when?.split('.') ?? []
  const [kind = '', year = '', month] = choice.split('-')
  if (!when || (month && Number(year)))
    return when && `Any ${kind} in ${formatMonth(`${year}-${month}`)}`
  const words = choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll('-', ' ')
  return council ? `${words}, ${council.replaceAll('-', ' ')}` : words
}

/** The same for a narrow field: 'Any day, Jul 2027', and no council. */
export function whenShort(when: string | undefined): string | undefined {
  const [, kind, year, month] = /^([a-z]+)-(\d{4})-(\d\d)$/.exec(when ?? '') ?? []
  return month
    ? `Any ${kind}, ${monthName(`${year}-${month}`).slice(0, 3)} ${year}`
    : whenText(holidayOf(when))
}

/** The name of a school holiday, whichever council's it is; undefined for days and weekends. */
export function holidayOf(when: string | undefined): string | undefined {
  return /^(?!day-|weekend-)[^.]+/.exec(when ?? '')?.[0]
}
