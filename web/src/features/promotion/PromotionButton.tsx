import { lazy, useEffect, useEffectEvent, useState } from 'react'
import { useSelector } from 'react-redux'
import { Button, LatePart } from '../../ui'
import { selectHasPromotionButton } from './state'

/** Loaded when it is first opened. */
const GateModal = lazy(async () => ({ default: (await import('./GateModal')).GateModal }))

/** 'Search For Your Holiday', which opens the gate; only in an open promotion with booking mode on. */
export function PromotionButton({ onPassed }: { onPassed: () => void }) {
  const shown = useSelector(selectHasPromotionButton)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const [passed, setPassed] = useState(false)
  const lead = useEffectEvent(onPassed)
  // The dialog gives the focus back when it closes, so it is closed before the focus moves on.
  useEffect(() => {
    if (passed) lead()
  }, [passed])
  if (!shown) return null
  return (
    <div className="mt-4 [&_dialog]:pointer-events-auto">
      <Button
        size="lg"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setPassed(false)
          setOpen(true)
        }}
      >
        Search For Your Holiday
      </Button>
      {wanted ? (
        <LatePart wanted>
          <GateModal
            open={open}
            onClose={() => setOpen(false)}
            onPassed={() => {
              setOpen(false)
              setPassed(true)
            }}
          />
        </LatePart>
      ) : null}
    </div>
  )
}
