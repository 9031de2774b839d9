import type { ReactNode } from 'react'
import { AlertIcon } from './icons'

/** The message of a failed check, with icon and text: never by colour only. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mb-1.5 flex items-start gap-1.5 text-detail/5 font-semibold text-danger">
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}
