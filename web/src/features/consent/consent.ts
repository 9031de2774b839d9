import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit'
import { acceptAnalytics, rejectAnalytics } from '../analytics'

/** The visitor's choice about cookies: none yet, 'OK' or 'Reject'. */
export type Choice = 'unknown' | 'accepted' | 'rejected'

/** The consent cookie, and the cookie with the evidence. */
const CONSENT_COOKIE = 'acceptSiteCookies'
const EVIDENCE_COOKIE = 'cookieConsent'
/** The version of the banner's text, stored with the evidence. */
const TEXT_VERSION = 'v1'
const YEAR_S = 365 * 24 * 60 * 60

export interface ConsentState {
  choice: Choice
  /** Whether the banner is shown: no choice yet, or 'Cookie settings' was clicked. */
  bannerOpen: boolean
}

const consent = createSlice({
  name: 'consent',
  initialState: { choice: 'unknown', bannerOpen: false } satisfies ConsentState as ConsentState,
  reducers: {
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
export const { consentRead, cookieSettingsOpened } = consent.actions

/** Reads the choice of an earlier visit. */
export function readConsent(cookies: string = document.cookie): Choice {
  const value = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE}=([^;]*)`).exec(cookies)?.[1]
  if (value === 'true') return 'accepted'
  return value === 'false' ? 'rejected' : 'unknown'
}

/** Stores the choice with its evidence, and starts analytics or removes its data. */
export function choose(choice: 'accepted' | 'rejected', now: number = Date.now()) {
  return (dispatch: Dispatch) => {
    const accepted = choice === 'accepted'
    setCookie(CONSENT_COOKIE, String(accepted))
    // Version of the text, seconds since 1970, and a1 or a0: analytics accepted or rejected.
    setCookie(
      EVIDENCE_COOKIE,
      `${TEXT_VERSION}.${Math.floor(now / 1000)}.${accepted ? 'a1' : 'a0'}`,
    )
    if (accepted) acceptAnalytics()
    else {
      rejectAnalytics()
      removeAnalyticsData()
    }
    dispatch(consent.actions.chosen(choice))
  }
}

function setCookie(name: string, value: string, maxAge = YEAR_S) {
  document.cookie = `${name}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax; Secure`
}

/** Removes what analytics stored, when the visitor says no. */
function removeAnalyticsData() {
  for (const pair of document.cookie.split(/;\s*/)) {
    const name = pair.split('=')[0] ?? ''
    if (name === 'gbuuid' || /^_ga|^_gid$|^_gcl/.test(name)) setCookie(name, '', 0)
  }
  try {
    localStorage.removeItem('gbFeaturesCache')
    sessionStorage.removeItem('utm')
  } catch {
    // Blocked storage has nothing to remove.
  }
}

interface RootWithConsent {
  consent: ConsentState
}

export const selectConsent = (state: RootWithConsent) => state.consent.choice
export const selectBannerOpen = (state: RootWithConsent) => state.consent.bannerOpen
