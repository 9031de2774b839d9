import type { ReactNode } from 'react'
import { AlertIcon } from './icons'

/**
 * The message of a failed check, with icon and text: never by colour only. `announced` reads it out
 * when it appears; a form with an error summary reads that out instead.
 */
export function FieldError({
  id,
  announced = false,
  children,
}: {
  id: string
  announced?: boolean
  children: ReactNode
}) {
  return (
    <p
      id={id}
      role={announced ? 'alert' : undefined}
      className="mb-1.5 flex items-start gap-1.5 text-detail/5 font-semibold text-danger"
    >
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}
