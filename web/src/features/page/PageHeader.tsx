import type { ReactNode } from 'react'

/** The title over a page's content, and a subtitle when there is one. */
export function PageHeader({
  title = 'The Page Title has not been set.',
  subtitle,
}: {
  title?: string
  subtitle?: ReactNode
}) {
  return (
    <div>
      <h1 className="display text-h1">{title}</h1>
      {subtitle ? <div className="mt-1.5 text-muted">{subtitle}</div> : null}
    </div>
  )
}
