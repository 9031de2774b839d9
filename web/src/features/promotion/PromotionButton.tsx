import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { useSelector } from 'react-redux'
import { Button, LatePart } from '../../ui'
import { selectHasPromotionButton } from './state'

/** Loaded when it is first opened. */
const GateModal = lazy(async () => ({ default: (await import('./GateModal')).GateModal }))

/** 'Search For Your Holiday', which opens the gate; only in an open promotion with booking mode on. */
export function PromotionButton({ onPassed }: { onPassed: () => void }) {
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
      <Button size="lg" aria-haspopup="dialog" onClick={() => setStage('open')}>
        Search For Your Holiday
      </Button>
      {stage === 'unopened' ? null : (
        <LatePart wanted>
          <GateModal
            open={stage === 'open'}
            onClose={() => leave('closed')}
            onPassed={() => leave('passed')}
          />
        </LatePart>
      )}
    </div>
  )
}
