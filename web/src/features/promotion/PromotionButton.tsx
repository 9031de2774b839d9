import { lazy, useState } from 'react'
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
  if (!shown) return null
  return (
    <div className="mt-4 [&_dialog]:pointer-events-auto">
      <Button
        size="lg"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
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
              onPassed()
            }}
          />
        </LatePart>
      ) : null}
    </div>
  )
}
