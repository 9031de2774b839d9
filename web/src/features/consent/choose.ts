import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { brand } from '../../brands'
import { writeCookie } from '../../rules/write-cookie'
import { acceptAnalytics, rejectAnalytics } from '../analytics'
import { isPaymentPath } from '../page'
import { clickCall } from './click'
import { type ConsentState, chosen, CONSENT_COOKIE, selectConsent } from './consent'
import { CONSENT_CHANNEL } from './follow'
import { removeMeasuringData } from './withdraw'

/** The cookie with the evidence of the choice. */
const EVIDENCE_COOKIE = 'cookieConsent'
/** The version of the banner's text, stored with the evidence. */
const TEXT_VERSION = 'v1'
const YEAR_S = 365 * 24 * 60 * 60

interface Root {
  consent: ConsentState
}

/**
 * Stores the choice with its evidence, tells the other tabs, and starts analytics or ends it and
 * removes its data.
 */
export function choose(choice: 'accepted' | 'rejected', now: number = Date.now()) {
  return (dispatch: ThunkDispatch<Root, unknown, UnknownAction>, getState: () => Root): void => {
    const before = selectConsent(getState())
    const accepted = choice === 'accepted'
    writeCookie(CONSENT_COOKIE, String(accepted), YEAR_S)
    // Version of the text, seconds since 1970, and a1 or a0: analytics accepted or rejected.
    writeCookie(
      EVIDENCE_COOKIE,
      `${TEXT_VERSION}.${Math.floor(now / 1000)}.${accepted ? 'a1' : 'a0'}`,
      YEAR_S,
    )
    dispatch(chosen(choice))
    if (accepted) accept(before === 'rejected')
    else {
      const running = rejectAnalytics()
      removeMeasuringData()
      // Scripts cannot remove this cookie.
      if (brand.awin.enable) void dispatch(clickCall.run({ awc: '-' }))
      // A new document is the only way to end tags that run.
      if (running) window.location.reload()
    }
    tellOtherTabs()
  }
}

/** Where the visitor had rejected, this document's policy lets no tag run: a new one does. */
function accept(hadRejected: boolean) {
  acceptAnalytics()
  const tagged = brand.tagManager.id !== '' || brand.analytics.id !== ''
  if (hadRejected && tagged && !isPaymentPath(window.location.pathname)) window.location.reload()
}

function tellOtherTabs() {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(CONSENT_CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  channel.postMessage(undefined)
  channel.close()
}
