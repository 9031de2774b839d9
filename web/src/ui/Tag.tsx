import type { ComponentType, ReactNode } from 'react'
import { classes } from './classes'

/**
 * deal: SAVE. left: ONLY n LEFT. plain: deposit. ink (dark): Park Favourite. paper (light):
 * Recommended. cheapest: the pill-shaped tag.
 */
export type TagKind = 'deal' | 'left' | 'plain' | 'ink' | 'paper' | 'cheapest'

const kinds: Record<TagKind, string> = {
  deal: 'bg-deal text-deal-ink font-bold',
  left: 'bg-surface text-danger font-bold border-[1.5px] border-danger',
  plain: 'bg-(--plain-tag) text-ink font-semibold',
  ink: 'bg-ink text-surface font-semibold',
  paper: 'bg-surface text-ink font-semibold border border-line',
  cheapest: 'bg-cheapest-tint text-cheapest font-semibold rounded-full',
}

export function Tag({
  kind = 'plain',
  icon: Icon,
  className,
  children,
}: {
  kind?: TagKind
  icon?: ComponentType<{ size?: number }>
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'inline-flex min-h-6 items-center gap-1.5 rounded-tag px-2 py-0.5 text-tag whitespace-nowrap',
        kinds[kind],
        className,
      )}
    >
      {Icon ? (
        <span aria-hidden="true" className="inline-flex">
          <Icon size={16} />
        </span>
      ) : null}
      <span>{children}</span>
    </span>
  )
}
