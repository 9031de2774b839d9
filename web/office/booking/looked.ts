import { makeStore } from '../store'

/** The bookings that were opened in this tab, the last one first: in memory only. */
export const lookedAt = makeStore<readonly { ref: string; name: string }[]>([])

const KEPT = 6

/** Remembers that a booking was opened. */
export function remember(ref: string, name: string): void {
  const others = lookedAt.get().filter((one) => one.ref !== ref)
  lookedAt.set([{ ref, name }, ...others].slice(0, KEPT))
}
