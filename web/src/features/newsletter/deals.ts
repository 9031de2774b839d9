import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { addMonths } from '../../rules/dates'

const KEY = 'signedUpForDeals'
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

/**
 * Whether the visitor has signed up within six months. An expired or unreadable entry is removed.
 */
export function readSignedUp(now: number = Date.now()): boolean {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored === null) return false
    if (isCurrent(stored, now)) return true
    localStorage.removeItem(KEY)
  } catch {
    // Blocked storage counts as 'not signed up'.
  }
  return false
}

function isCurrent(stored: string, now: number): boolean {
  try {
    const entry = JSON.parse(stored) as { value?: unknown; expires?: unknown } | null
    return entry?.value === true && typeof entry.expires === 'number' && entry.expires > now
  } catch {
    return false
  }
}

/** Stores for six months that the visitor has signed up. */
export function writeSignedUp(now: number = Date.now()): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ value: true, expires: sixMonthsLater(now) }))
  } catch {
    // Without storage, this is only known until the page is left.
  }
}

export interface DealsState {
  signedUpForDeals: boolean
}

const deals = createSlice({
  name: 'deals',
  initialState: { signedUpForDeals: false } satisfies DealsState as DealsState,
  reducers: {
    signedUpChanged(state, action: PayloadAction<boolean>) {
      state.signedUpForDeals = action.payload
    },
  },
})

export const dealsReducer = deals.reducer
export const { signedUpChanged } = deals.actions

export const selectSignedUp = (state: { deals: DealsState }) => state.deals.signedUpForDeals
