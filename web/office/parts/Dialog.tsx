import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from '../../src/ui'

/**
 * A dialog on the native element: the focus stays inside, and returns when it closes. Escape and a press
 * beside it close it.
 */
export function Dialog({
  label,
  onClose,
  className,
  children,
}: {
  label: string
  onClose: () => void
  className?: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // The backdrop is the dialog element itself: a press on it closes, like Escape.
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className={classes('rounded-card bg-surface p-0 shadow-float', className)}
    >
      {children}
    </dialog>
  )
}
