import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './Button'
import { classes } from './classes'
import { isComposing } from './composing'
import { CloseIcon } from './icons'

interface ModalProps {
  open: boolean
  /** Called by the close button, Escape and a press on the backdrop. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** md is 600 px wide, lg 860 px. On a phone every modal fills the screen. */
  size?: 'md' | 'lg'
  /** A footer that stays visible while the content scrolls. */
  foot?: ReactNode
  /** Keys pressed in the dialog. */
  onKeyDown?: (event: KeyboardEvent) => void
}

/** A dialog on the native element: the focus stays inside, and returns when the dialog closes. */
export function Modal({
  open,
  onClose,
  title,
  children,
  size = 'md',
  foot,
  onKeyDown,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  /**
   * Whether the press began on the backdrop. A drag from a field that only ends there must not
   * close the dialog.
   */
  const onScrim = useRef(false)

  // A layout effect, because its cleanup runs before the dialog leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
    // A dialog that leaves the page while it is open closes first, which returns the focus.
    return () => element.close()
  }, [open])

  return (
    // The backdrop is the dialog element itself: a press on it closes, like Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        onScrim.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (event.target === dialog.current && onScrim.current) onClose()
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
        event.preventDefault()
        onClose()
      }}
      className={classes(
        'modal rounded-card bg-surface p-0 shadow-float',
        size === 'lg' ? 'md:w-[860px]' : 'md:w-[600px]',
      )}
    >
      {open ? (
        <div className="flex max-h-full min-h-full flex-col md:max-h-[calc(100dvh-64px)]">
          <div className="flex items-start justify-between gap-4 px-4 pt-4 pb-3 md:px-8 md:pt-7">
            <h2 id={heading} className="display pt-1 text-h2">
              {title}
            </h2>
            <IconButton icon={CloseIcon} label="Close" onClick={onClose} />
          </div>
          <div className="flex-1 overflow-y-auto px-4 pb-7 md:px-8">{children}</div>
          {foot ? <div className="border-t border-line px-4 py-3 md:px-8">{foot}</div> : null}
        </div>
      ) : null}
    </dialog>
  )
}
