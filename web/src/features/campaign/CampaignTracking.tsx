import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { useAppDispatch } from '../../api'
import { brand } from '../../brands'
import { useLifetime } from '../../ui'
import { clickCall, selectConsent, type ConsentState } from '../consent'
import { selectUtm, UTM_KEY, type CampaignRoot } from './campaign'

/** Affiliate tracking runs this long after each change of the route. */
const DELAY_MS = 100
/** The pages on which it does not run. */
const excluded = /^\/booking\/(payment|confirmation)\/?$/
/** The click that this tab has reported. */
const SENT_KEY = 'awc-sent'

type Root = CampaignRoot & { consent: ConsentState }

/** The click that is being reported, or was reported where storage is blocked. */
let reported: string | undefined

/** After consent, saves the marketing parameters and reports the affiliate's click. */
export default function CampaignTracking() {
  const accepted = useSelector((state: Root) => selectConsent(state) === 'accepted')
  useSavedUtm(accepted)
  useReportedClick(accepted)
  return null
}

function useSavedUtm(accepted: boolean) {
  const utm = useSelector(selectUtm)
  useEffect(() => {
    if (!accepted || Object.keys(utm).length === 0) return
    try {
      sessionStorage.setItem(UTM_KEY, JSON.stringify(utm))
    } catch {
      // Full or blocked storage: they last as long as this document.
    }
  }, [accepted, utm])
}

function useReportedClick(accepted: boolean) {
  const dispatch = useAppDispatch()
  const lifetime = useLifetime()
  const { pathname } = useLocation()
  const awc = useSelector((state: Root) => state.campaign.awc)
  useEffect(() => {
    if (!accepted || !brand.awin.enable || awc === undefined || excluded.test(pathname)) return
    const timer = setTimeout(() => {
      if (alreadyReported() === awc) return
      reported = awc
      // Reject ends this component, and the call with it.
      void dispatch(clickCall.run({ awc }, { signal: lifetime() })).then(({ ok }) => {
        // Not ok: it is tried again after the next change of the route.
        if (!ok || remember(awc)) reported = undefined
      })
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [accepted, awc, pathname, dispatch, lifetime])
}

function alreadyReported(): string | undefined {
  if (reported !== undefined) return reported
  try {
    return sessionStorage.getItem(SENT_KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Notes in this tab that a click was reported. Returns false where storage is blocked. */
function remember(awc: string): boolean {
  try {
    sessionStorage.setItem(SENT_KEY, awc)
    return true
  } catch {
    return false
  }
}
