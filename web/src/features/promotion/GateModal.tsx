import { Modal } from '../../ui'
import { GateForm } from './GateForm'

/** 'Find your holiday': the gate in a dialog. */
export function GateModal({
  open,
  onClose,
  onPassed,
}: {
  open: boolean
  onClose: () => void
  onPassed: () => void
}) {
  return (
    <Modal open={open} onClose={onClose} title="Find your holiday">
      <GateForm inModal onPassed={onPassed} />
    </Modal>
  )
}
