import type { ReactNode } from 'react'

/**
 * The title above a page's content, and a subtitle where there is one. A toggle is beside both; on
 * narrow screens the subtitle has the whole width below it.
 */
export function PageHeader({
  title = 'The Page Title has not been set.',
  subtitle,
  toggle,
}: {
  title?: string
  subtitle?: ReactNode
  toggle?: ReactNode
}) {
  return (
    <div className="grid grow grid-cols-[minmax(0,1fr)_auto] gap-x-4">
      <h1 className="display text-h1">{title}</h1>
      {subtitle ? (
        <div className="row-start-2 mt-1.5 text-muted max-lg:col-span-2">{subtitle}</div>
      ) : null}
      {toggle ? (
        <div className="col-start-2 row-start-1 lg:row-span-2 lg:self-end">{toggle}</div>
      ) : null}
    </div>
  )
}
