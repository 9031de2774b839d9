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
    <div className="flex grow flex-wrap gap-x-4 lg:grid lg:grid-cols-[minmax(0,1fr)_auto]">
      <h1 className="display min-w-0 flex-[1_1_5.5em] text-h1 wrap-anywhere">{title}</h1>
      {subtitle ? (
        <div className="order-last mt-1.5 basis-full text-muted lg:order-none lg:row-start-2">
          {subtitle}
        </div>
      ) : null}
      {toggle ? (
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-end">{toggle}</div>
      ) : null}
    </div>
  )
}
