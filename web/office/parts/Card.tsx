import { useId, type ReactNode } from 'react'
import { classes } from '../../src/ui'

/** A part of a screen with a heading, and what can be done with it at its right. */
export function Card({
  title,
  beside,
  className,
  children,
}: {
  title: string
  beside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={classes('card p-4', className)}>
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-x-4">
        <h2 id={heading}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
