import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui'

/** The classes of a field, of a control that covers it, and of its label (ui/styles.css). */
export const frame = 'search-field'
export const frameControl = 'search-control'
export const frameControlLabel = 'search-control-label'

/**
 * The cell of a field in the form's grid. On a phone it takes one of the two columns, or both with
 * `wide`. From md on, only the form's fifth cell takes both (`wide-cell` in ui/styles.css). From lg
 * on, the fields are in one row, and this element has no box of its own.
 */
export function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={classes('search-cell', wide && 'wide-cell')}>{children}</div>
}

/** The small label above a field's value. */
export const frameLabel = 'block text-note text-muted'

/** A field of the search box that opens a panel: label above value, and an icon on the right. */
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
  oneLine = false,
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
  /** Called when the pointer or the focus reaches the field: time to load the panel's code. */
  onNear?: () => void
  /** The value is short and does not wrap; on a phone it has the room of the icon. */
  oneLine?: boolean
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
      className={classes('search-trigger', className)}
    >
      <span className="min-w-0 flex-1">
        <span className={frameLabel}>{label}</span>
        <span
          className={classes(
            'field-value',
            oneLine && 'whitespace-nowrap lg:max-xl:whitespace-normal',
          )}
        >
          {value}
        </span>
      </span>
      {/* In the narrow row there is no space for an icon that is only decoration. */}
      <span
        aria-hidden="true"
        className={classes(
          'shrink-0 text-muted',
          popup === 'dialog' && 'lg:max-xl:hidden',
          oneLine && 'max-md:hidden',
        )}
      >
        {icon}
      </span>
    </button>
  )
}

/**
 * Scrolls to the panel of an element that appeared below the visible area: the panel itself, or what it
 * contains where that comes later and is taller. In a sticky box it scrolls nothing.
 */
export function revealPanel(element: HTMLElement | null) {
  const panel = element?.closest('[data-panel]')
  if (!panel?.closest('[data-sticky="true"]')) panel?.scrollIntoView?.({ block: 'nearest' })
}

/** The panel that opens below a field. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      ref={revealPanel}
      data-panel
      className={classes(
        'fade-in absolute top-full left-0 z-(--z-panel) mt-2 rounded-card border border-line bg-surface shadow-float max-lg:right-0',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** Focuses a dialog when it appears, without scrolling the page. */
function focusDialog(dialog: HTMLElement | null) {
  dialog?.focus({ preventScroll: true })
}

/**
 * A dialog that opens below a field. It takes the focus, and scrolls inside when it is taller than
 * the view.
 */
export function DialogPanel({
  id,
  label,
  className,
  dialogClassName,
  onMouseLeave,
  children,
}: {
  id: string
  label: string
  className?: string
  dialogClassName?: string
  onMouseLeave?: () => void
  children: ReactNode
}) {
  return (
    <Panel className={className}>
      {/* What happens when the pointer leaves also happens when the panel is closed by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={focusDialog}
        id={id}
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        onMouseLeave={onMouseLeave}
        className={classes(
          'max-h-[calc(100dvh-var(--panel-top)-24px)] overflow-y-auto rounded-card',
          dialogClassName,
        )}
      >
        {children}
      </div>
    </Panel>
  )
}
