import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { useSelector } from 'react-redux'
import { buttonClasses, LazyPart } from '../../ui'
import { selectHasPromotionButton } from './state'

const NAME = 'Search For Your Holiday'

/** Loaded when it is first opened. */
const GateModal = lazy(async () => ({ default: (await import('./GateModal')).GateModal }))

/**
 * 'Search For Your Holiday', which opens the gate; only in an open promotion with booking mode on.
 * Without script, and pressed before the page reacts, it leads to `href`.
 */
export function PromotionButton({ href, onPassed }: { href: string; onPassed: () => void }) {
  const shown = useSelector(selectHasPromotionButton)
  const [stage, setStage] = useState<'unopened' | 'open' | 'closed' | 'passed'>('unopened')
  const lead = useEffectEvent(onPassed)
  // The dialog gives the focus back when it closes, so it is closed before the focus moves on.
  useEffect(() => {
    if (stage === 'passed') lead()
  }, [stage])
  // An answer that comes after the visitor has closed the dialog moves nothing.
  const leave = (to: 'closed' | 'passed') => setStage((now) => (now === 'open' ? to : now))
  if (!shown) return null
  return (
    <div className="mt-4 [&_dialog]:pointer-events-auto">
      <a
        href={href}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          setStage('open')
        }}
        className={buttonClasses({ variant: 'primary', size: 'lg' })}
      >
        <span>{NAME}</span>
      </a>
      {stage === 'unopened' ? null : (
        <LazyPart wanted>
          <GateModal
            open={stage === 'open'}
            onClose={() => leave('closed')}
            onPassed={() => leave('passed')}
          />
        </LazyPart>
      )}
    </div>
  )
}
