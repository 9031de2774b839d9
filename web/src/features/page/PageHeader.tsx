import type { ReactNode } from 'react'

/** The title above a page's content, and a subtitle where there is one. */
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
    <div className="flex grow items-start justify-between gap-4 lg:items-end">
      <div className="min-w-0">
        <h1 className="display text-h1">{title}</h1>
        {subtitle ? <div className="mt-1.5 text-muted">{subtitle}</div> : null}
      </div>
      {toggle}
    </div>
  )
}
