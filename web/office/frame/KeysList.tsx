import { letters, setLetters } from '../keyboard'
import { Button } from '../parts/Button'
import { Dialog } from '../parts/Dialog'
import { COMMAND, Keys } from '../parts/Keys'
import { places } from '../places'
import { useMay } from '../session'
import { actions } from '../actions/actions'

/** The list of keys, and the switch that turns the single letters off. */
export function KeysList({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const on = letters.use()
  const general: readonly (readonly [string, readonly string[]])[] = [
    ['Find a booking', [COMMAND, 'K']],
    ['Confirm what the screen shows', [COMMAND, '⏎']],
    ['Close, the draft is kept', ['Esc']],
    ['This list', ['?']],
  ]
  const single: readonly (readonly [string, readonly string[]])[] = [
    ...actions.flatMap(({ title, key }) => (key ? [[title, [key.toUpperCase()]] as const] : [])),
    ['Write a note', ['M']],
    ['Undo', ['Z']],
    ['Next found booking, the one before', ['J', 'K']],
    ...places
      .filter((place) => may(place.may))
      .map(({ title, key }) => [title, ['G', key.toUpperCase()]] as const),
  ]
  return (
    <Dialog label="Keys" onClose={onClose} className="w-[560px] max-w-[calc(100vw-32px)]">
      <div className="flex flex-col gap-4 p-6">
        <div className="flex items-center justify-between">
          <h2>Keys</h2>
          <Button onClick={onClose}>Close</Button>
        </div>
        <KeyTable rows={general} />
        <label className="control flex items-center gap-2.5 font-semibold">
          <input
            type="checkbox"
            className="tick"
            checked={on}
            onChange={(event) => setLetters(event.target.checked)}
          />
          <span>Single letters do something</span>
        </label>
        {on ? <KeyTable rows={single} /> : null}
      </div>
    </Dialog>
  )
}

function KeyTable({ rows }: { rows: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-1.5 md:grid-cols-2">
      {rows.map(([what, keys]) => (
        <div key={what} className="flex items-center justify-between gap-4">
          <dt>{what}</dt>
          <dd>
            <Keys keys={keys} />
            <span className="sr-only">{keys.join(' ')}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
