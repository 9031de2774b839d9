import { useEffect, useEffectEvent, useState } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from '../../router'
import { brand, imageUrl } from '../../brands'
import { Modal } from '../../ui'
import { formatDayMonth } from '../../rules/dates'
import { selectToday } from '../catalogue'
import { selectBannerOpen } from '../consent'
import { selectSignedUp } from './signed-up'
import NewsletterForm from './NewsletterForm'
import { SUCCESS_MS } from './NewsletterBlock'

/** The entry of session storage that says that the popup was shown. */
const SHOWN_KEY = 'exitPopupShown'

/** The pages on which a visitor is not to be disturbed. */
const QUIET = /^\/(?:booking|my-booking|login)(?:\/|$)/

/** Whether the popup was shown in this browser session. Blocked storage counts as shown. */
function wasShown(): boolean {
  try {
    return sessionStorage.getItem(SHOWN_KEY) !== null
  } catch {
    return true
  }
}

function markShown(): void {
  try {
    sessionStorage.setItem(SHOWN_KEY, 'true')
  } catch {
    // Then it was not shown either.
  }
}

/** Shows the popup once, when the pointer leaves the page through its top edge. */
export default function LeavingVisitor() {
  const { pathname } = useLocation()
  const banner = useSelector(selectBannerOpen)
  const signedUp = useSelector(selectSignedUp)
  const today = useSelector(selectToday)
  const [shownOn, setShownOn] = useState<string>()
  // Who leaves the page, for example for the terms, has left the popup, too.
  if (shownOn !== undefined && shownOn !== pathname) setShownOn(undefined)

  const onLeave = useEffectEvent((event: MouseEvent) => {
    if (event.relatedTarget !== null || event.clientY > 0) return
    // Nothing can be won after the draw.
    if (today > brand.forms.prizeDrawCloses) return
    if (banner || signedUp || QUIET.test(pathname) || wasShown()) return
    // Another dialog is open: the visitor is in the middle of something.
    if (document.querySelector('dialog[open]')) return
    markShown()
    setShownOn(pathname)
  })
  useEffect(() => {
    const listener = (event: MouseEvent) => onLeave(event)
    document.addEventListener('mouseout', listener)
    return () => document.removeEventListener('mouseout', listener)
  }, [])

  return shownOn === undefined ? null : <PrizeDraw onClose={() => setShownOn(undefined)} />
}

/** The newsletter with a chance to win a holiday. It can be closed without an e-mail address. */
function PrizeDraw({ onClose }: { onClose: () => void }) {
  const [stage, setStage] = useState<'form' | 'thanks'>('form')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (stage !== 'thanks') return
    const timer = setTimeout(() => close(), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [stage])
  return (
    <Modal open onClose={onClose} size="lg" title="Before you go: win a £1000 holiday">
      <img
        src={imageUrl('hero/prize')}
        alt=""
        width={330}
        height={450}
        className="prize-picture rounded-field bg-sunk object-cover max-md:hidden"
      />
      <p className="mb-4 text-lead">
        Sign up to our newsletter for your chance to win a £1000 holiday.
      </p>
      <NewsletterForm
        source="exit_popup"
        stacked
        stage={stage}
        onSignedUp={() => setStage('thanks')}
      />
      <p className="mt-2 text-small text-muted">
        The draw closes on {formatDayMonth(brand.forms.prizeDrawCloses, 'full', true)}. The terms
        say how to enter, and who promotes it: {brand.legal.companyName}.
      </p>
    </Modal>
  )
}
