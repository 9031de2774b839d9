import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { readCookie } from '../../rules/read-cookie'

/** The visitor's choice about cookies: none yet, 'OK' or 'Reject'. */
export type Choice = 'unknown' | 'accepted' | 'rejected'

/** The consent cookie. */
export const CONSENT_COOKIE = 'acceptSiteCookies'

export interface ConsentState {
  choice: Choice
  /** Whether the banner is shown: no choice yet, or 'Cookie settings' was clicked. */
  bannerOpen: boolean
}

const consent = createSlice({
  name: 'consent',
  initialState: { choice: 'unknown', bannerOpen: false } satisfies ConsentState as ConsentState,
  reducers: {
    /** The choice of an earlier visit, or one that was made in another tab. */
    consentRead(state, action: PayloadAction<Choice>) {
      state.choice = action.payload
      state.bannerOpen = action.payload === 'unknown'
    },
    chosen(state, action: PayloadAction<Choice>) {
      state.choice = action.payload
      state.bannerOpen = false
    },
    /** 'Cookie settings' in the footer was clicked. */
    cookieSettingsOpened(state) {
      state.bannerOpen = true
    },
  },
})

export const consentReducer = consent.reducer
export const { chosen, consentRead, cookieSettingsOpened } = consent.actions

/** Reads the choice of an earlier visit. */
export function readConsent(cookies?: string): Choice {
  const value = readCookie(CONSENT_COOKIE, cookies)
  if (value === 'true') return 'accepted'
  return value === 'false' ? 'rejected' : 'unknown'
}

interface RootWithConsent {
  consent: ConsentState
}

export const selectConsent = (state: RootWithConsent) => state.consent.choice
export const selectBannerOpen = (state: RootWithConsent) => state.consent.bannerOpen
