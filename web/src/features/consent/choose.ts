import type { Dispatch } from '@reduxjs/toolkit'
import { acceptAnalytics, rejectAnalytics } from '../analytics'
import { chosen, CONSENT_COOKIE } from './consent'

/** The cookie with the evidence of the choice. */
const EVIDENCE_COOKIE = 'cookieConsent'
/** The version of the banner's text, stored with the evidence. */
const TEXT_VERSION = 'v1'
const YEAR_S = 365 * 24 * 60 * 60

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
    dispatch(chosen(choice))
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
