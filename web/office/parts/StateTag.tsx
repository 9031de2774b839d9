import type { ComponentType } from 'react'
import { classes } from '../../src/ui'

export type Shade = 'good' | 'bad' | 'soon' | 'past' | 'open'

const shades: Record<Shade, string> = {
  good: 'bg-success-tint text-success',
  bad: 'bg-danger-tint text-danger',
  soon: 'bg-soon text-ink',
  past: 'bg-disabled text-disabled-ink',
  open: 'bg-surface text-ink border border-ink',
}

/** A state: icon, word and shade. */
export function StateTag({
  icon: Icon,
  shade,
  children,
}: {
  icon: ComponentType<{ size?: number }>
  shade: Shade
  children: string
}) {
  return (
    <span
      className={classes(
        'inline-flex min-h-6 items-center gap-1.5 rounded-tag px-2 py-0.5 text-note font-semibold whitespace-nowrap',
        shades[shade],
      )}
    >
      <Icon size={16} />
      <span>{children}</span>
    </span>
  )
}
