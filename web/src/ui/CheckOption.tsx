import { memo, useCallback, useEffect, useRef } from 'react'
import { groupThousands } from '../rules/money'
import { classes } from './classes'
import { CheckIcon } from './icons'

/**
 * The box of an option. It is not rendered again when only the count changes: React then sets every
 * property of the input, which for a list of fifty options takes longer than all the rest.
 */
const Box = memo(function Box({
  checked,
  empty,
  onToggle,
}: {
  checked: boolean
  empty: boolean
  onToggle: () => void
}) {
  return (
    <input
      type="checkbox"
      checked={checked}
      onChange={onToggle}
      className={classes(
        'peer size-6 appearance-none rounded-[min(var(--radius-field),6px)] border-2 border-field checked:border-ink checked:bg-ink',
        empty ? 'border-dashed bg-sunk' : 'bg-surface',
      )}
    />
  )
})

/** One option with the number of results if it is chosen. */
export function CheckOption({
  label,
  count,
  checked,
  onToggle,
}: {
  label: string
  count?: number
  checked: boolean
  onToggle: () => void
}) {
  const empty = count === 0 && !checked
  const latest = useRef(onToggle)
  useEffect(() => {
    latest.current = onToggle
  })
  const toggle = useCallback(() => latest.current(), [])
  return (
    <label className="flex min-h-11 items-center gap-3 max-lg:min-h-12">
      <span className="relative inline-flex size-6 shrink-0">
        <Box checked={checked} empty={empty} onToggle={toggle} />
        <CheckIcon
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto hidden text-surface peer-checked:block"
        />
      </span>
      <span className={classes('min-w-0 flex-1 break-words', empty && 'text-muted')}>{label}</span>
      {count === undefined ? null : (
        <span className="tabular text-small text-muted">
          <span className="sr-only">, </span>
          <span>{groupThousands(count)}</span>
        </span>
      )}
    </label>
  )
}
