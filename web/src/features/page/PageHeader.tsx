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
    <div className="page-head">
      <h1 className="display text-h1">{title}</h1>
      {subtitle ? <div className="page-subtitle">{subtitle}</div> : null}
      {toggle ? <div className="page-toggle">{toggle}</div> : null}
    </div>
  )
}
