import { LazyPart, chunkOf, componentOf } from '../../ui'

/** The gate is only loaded where it is shown. */
const gate = chunkOf(async () => (await import('./GateForm')).GateForm)
const LazyGate = componentOf(gate)

/** Loads the gate's code before a page that shows it is rendered. */
export const loadGate = gate.load

/** The gate. */
export function Gate({ onPassed }: { onPassed: () => void }) {
  return (
    <LazyPart wanted>
      <LazyGate onPassed={onPassed} />
    </LazyPart>
  )
}
