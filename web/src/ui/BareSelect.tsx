import type { SelectHTMLAttributes } from 'react'
import { classes } from './classes'
import { ChevronDownIcon } from './icons'

/**
 * A native select with the product's chevron in place of the browser's, for a positioned element that
 * frames both. `chevron` has the classes that place the chevron.
 */
export function BareSelect({
  chevron,
  chevronSize = 18,
  className,
  ...select
}: SelectHTMLAttributes<HTMLSelectElement> & { chevron: string; chevronSize?: 18 | 20 }) {
  return (
    <>
      <select {...select} className={classes('appearance-none', className)} />
      <ChevronDownIcon
        size={chevronSize}
        aria-hidden="true"
        className={classes('pointer-events-none absolute', chevron)}
      />
    </>
  )
}
