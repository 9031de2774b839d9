import type { ButtonHTMLAttributes } from 'react'
import { classes } from './classes'

/** A chip, 44 px high, dark when chosen. */
export function Chip({
  chosen = false,
  className,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { chosen?: boolean }) {
  return (
    <button
      {...button}
      type="button"
      className={classes(
        'inline-flex h-11 shrink-0 items-center gap-2 rounded-full border px-4 font-semibold whitespace-nowrap',
        chosen ? 'border-ink bg-ink text-surface' : 'border-field bg-surface hover:border-ink',
        className,
      )}
    />
  )
}
