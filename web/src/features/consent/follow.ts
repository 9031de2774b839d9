import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { acceptAnalytics, rejectAnalytics } from '../analytics'
import { consentRead, readConsent, selectConsent, type ConsentState } from './consent'
import { measuring } from './measuring'

/** Tells this visitor's other tabs that the choice has changed. */
export const CONSENT_CHANNEL = 'consent'

interface Store {
  getState: () => { consent: ConsentState }
  dispatch: ThunkDispatch<{ consent: ConsentState }, unknown, UnknownAction>
}

/**
 * Keeps this tab at the choice that the visitor made in another one: at once where the browser tells
 * other tabs, otherwise when the tab is shown again.
 */
export function followConsent({ getState, dispatch }: Store): void {
  const follow = () => {
    const choice = readConsent()
    // Where cookies are blocked, there is none, whatever was chosen.
    if (choice === 'unknown' || choice === selectConsent(getState())) return
    dispatch(consentRead(choice))
    if (choice === 'accepted') acceptAnalytics()
    else if (rejectAnalytics()) window.location.reload()
    else removeLater()
  }
  // A tag that still ran when the last document ended may have written again.
  const left = document.cookie.split('; ').some((pair) => measuring.test(pair))
  if (left && readConsent() === 'rejected') removeLater()
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('pageshow', follow)
  if ('BroadcastChannel' in window)
    new BroadcastChannel(CONSENT_CHANNEL).addEventListener('message', follow)
}

function removeLater() {
  import('./withdraw')
    .then(({ removeMeasuringData }) => removeMeasuringData())
    .catch((error: unknown) => console.warn('what was rejected was not removed', error))
}
