import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui'

/** How a field stands: stacked boxes on a phone, cells of one row from lg. */
export const frame =
  'relative flex min-h-[60px] min-w-0 flex-col justify-center rounded-field border-[1.5px] border-field bg-surface text-left lg:min-h-16 lg:rounded-none lg:border-y-0 lg:border-l-0 lg:border-r lg:border-line'

/** The control of a field that is typed into or chosen from, over the whole field, and the label on top of it. */
export const frameControl =
  'h-full min-h-[57px] w-full min-w-0 rounded-field bg-transparent px-3.5 pt-[26px] pr-10 pb-[7px] text-[17px]/6 font-semibold outline-offset-[-2px] lg:min-h-16 lg:pt-[30px] lg:pb-[10px]'
export const frameControlLabel =
  'pointer-events-none absolute inset-x-3.5 top-[6px] truncate text-[13px]/5 text-muted lg:top-[10px]'

/** The small label over a field's value. */
export const frameLabel = 'block truncate text-[13px]/5 text-muted'

/** A field of the search box that opens something: label over value, an icon at the right. */
export function FieldButton({
  ref,
  label,
  value,
  icon,
  expanded,
  popup,
  controls,
  onOpen,
  onNear,
  className,
}: {
  ref?: Ref<HTMLButtonElement>
  label: string
  value: string
  icon: ReactNode
  expanded: boolean
  popup: 'listbox' | 'dialog'
  controls?: string
  onOpen: () => void
  /** The pointer or the focus is coming: time to fetch what will open. */
  onNear?: () => void
  className?: string
}) {
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup={popup}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
      className={classes(
        'flex min-h-[57px] w-full min-w-0 flex-1 items-center gap-2 px-3.5 py-1.5 text-left outline-offset-[-2px]',
        className,
      )}
    >
      <span className="min-w-0 flex-1">
        <span className={frameLabel}>{label}</span>
        <span className="block truncate text-[17px]/6 font-semibold">{value}</span>
      </span>
      <span aria-hidden="true" className="shrink-0 text-muted">
        {icon}
      </span>
    </button>
  )
}

/** What opens under a field. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classes(
        'fade-in absolute top-full left-0 z-40 mt-2 rounded-card border border-line bg-surface shadow-float max-lg:right-0',
        className,
      )}
    >
      {children}
    </div>
  )
}
