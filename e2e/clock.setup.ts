import { epochOf, statedInstant } from './clock'

/** States the time of the run to all its processes: it starts at the instant of the run. */
export default function startClock(): void {
  process.env.E2E_CLOCK_AHEAD = String(epochOf(statedInstant()) - Date.now())
}
