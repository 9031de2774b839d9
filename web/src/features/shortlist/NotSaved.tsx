import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { AppLink } from '../../ui'
import type { Refusal } from './list'
import { REFUSALS } from './refusals'

/** How long the message stays, in ms. */
const SHOWN_MS = 6000

/** Says why a park was not saved, at the foot of the screen. */
export default function NotSaved({ why, onClose }: { why: Refusal; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [why, onClose])
  return createPortal(
    <div
      role="alert"
      className="on-ink fade-in fixed inset-x-4 bottom-4 z-(--z-notice) mx-auto flex w-fit max-w-[600px] flex-wrap items-center gap-x-4 rounded-field bg-ink px-5 py-3 text-surface shadow-float"
    >
      {REFUSALS[why]}
      {why === 'full' ? (
        <AppLink
          href="/shortlist"
          onClick={onClose}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          Open your shortlist
        </AppLink>
      ) : null}
    </div>,
    document.body,
  )
}
