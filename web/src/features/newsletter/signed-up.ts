import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { brand } from '../../brands'

export const KEY = 'signedUpForDeals'

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

export interface SignedUpState {
  signedUpForDeals: boolean
}

const signedUp = createSlice({
  name: 'deals',
  initialState: { signedUpForDeals: false } satisfies SignedUpState as SignedUpState,
  reducers: {
    signedUpChanged(state, action: PayloadAction<boolean>) {
      state.signedUpForDeals = action.payload
    },
  },
})

export const signedUpReducer = signedUp.reducer
export const { signedUpChanged } = signedUp.actions

/** Whether the visitor is asked to sign up: the brand has a newsletter, and the visitor has not yet. */
export const selectAsksToSignUp = (state: { deals: SignedUpState }) =>
  brand.forms.enableNewsletterSignup && !state.deals.signedUpForDeals

export const selectSignedUp = (state: { deals: SignedUpState }) => state.deals.signedUpForDeals
