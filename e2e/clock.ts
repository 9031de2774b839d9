import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A time at which the short journey of each brand is made. */
export interface Instant {
  /** As the clock shows it in London: '2026-12-24T09:00'. */
  at: string
  why: string
  /** 'last': the visitor wants the last day of the catalogue. */
  arrival?: 'last'
}

/** The instants of the Go tests, too. */
const file = JSON.parse(
  readFileSync(
    fileURLToPath(new URL('../internal/date/testclock/instants.json', import.meta.url)),
    'utf8',
  ),
) as { default: string; instants: Instant[] }

/** The times at which the rules, the store and a short journey of each brand are tested. */
export const instants: readonly Instant[] = file.instants

/** The instant that the run states, as the clock shows it in London. */
export const statedInstant = (): string => process.env.TEST_NOW || file.default

/** The epoch milliseconds of an instant in London. An hour that comes twice is the first of the two. */
export function epochOf(at: string): number {
  const utc = Date.parse(`${at}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at) || Number.isNaN(utc))
    throw new Error(`an instant is written as 2026-12-24T09:00: ${at} is not`)
  const inLondon = new Intl.DateTimeFormat('sv', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const hour = 3_600_000
  const found = [utc - hour, utc].find((time) => inLondon.format(time).replace(' ', 'T') === at)
  if (found === undefined) throw new Error(`London has no ${at}: the clock goes forward`)
  return found
}

/**
 * How far the clock of the run is ahead of the machine's, in ms. All processes of a run have the
 * same: clock.setup.ts measures it once.
 */
export const runAhead = (): number => Number(process.env.E2E_CLOCK_AHEAD ?? 0)

/** The time of the run. It passes as fast as that of the machine. */
export const now = (): number => Date.now() + runAhead()

/** Milliseconds as a duration of Go. */
export const goDuration = (ms: number): string => `${ms}ms`
