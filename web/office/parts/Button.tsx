import type { ComponentProps, ComponentType } from 'react'
import { AppLink, classes } from '../../src/ui'
import { Keys } from './Keys'

/** commit: the one step that changes something. danger: it takes something away. quiet: a text alone. */
type Look = 'commit' | 'plain' | 'danger' | 'chosen' | 'quiet' | 'bar'

const looks: Record<Look, string> = {
  commit: 'bg-accent text-accent-ink hover:bg-accent-pressed px-4 edge',
  plain: 'border border-field bg-surface hover:border-ink px-3',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-tint px-3',
  chosen: 'border border-ink bg-ink text-surface px-3 picked',
  quiet: 'text-link',
  bar: 'border border-current px-3',
}

interface Looks {
  look?: Look
  icon?: ComponentType<{ size?: number }>
  /** The keys that do the same: shown, not announced. */
  keys?: readonly string[]
}

const shape =
  'control inline-flex items-center justify-center gap-2 rounded-button font-semibold whitespace-nowrap'
const off = 'border border-dashed border-field bg-disabled text-disabled-ink px-3'

const shapeOf = (look: Look, disabled: boolean | undefined, className: string | undefined) =>
  classes(shape, disabled ? off : looks[look], className)

/** A button of the office, 36 px high, 44 px for fingers. One that is off keeps the focus, and does nothing. */
export function Button({
  look = 'plain',
  icon,
  keys,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: Looks & Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled) event.preventDefault()
        else onClick?.(event)
      }}
      className={shapeOf(look, disabled, className)}
    >
      <Inside icon={icon} keys={disabled ? undefined : keys}>
        {children}
      </Inside>
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'plain',
  icon,
  keys,
  className,
  children,
  ...link
}: Looks & { href: string; className?: string; children: string }) {
  return (
    <AppLink {...link} className={shapeOf(look, false, className)}>
      <Inside icon={icon} keys={keys}>
        {children}
      </Inside>
    </AppLink>
  )
}

function Inside({ icon: Icon, keys, children }: Looks & { children?: React.ReactNode }) {
  return (
    <>
      {Icon ? <Icon size={18} /> : null}
      <span>{children}</span>
      {keys ? <Keys keys={keys} /> : null}
    </>
  )
}
