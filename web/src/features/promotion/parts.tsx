import { LatePart, chunkOf, componentOf } from '../../ui'

/** The gate is only loaded where it is shown. */
const gate = chunkOf(async () => (await import('./GateForm')).GateForm)
const LateGate = componentOf(gate)

/** Loads the gate's code before a page that shows it is rendered. */
export const loadGate = gate.load

/** The gate. */
export function Gate({ onPassed }: { onPassed: () => void }) {
  return (
    <LatePart wanted>
      <LateGate onPassed={onPassed} />
    </LatePart>
  )
}
