import type { ReactNode } from 'react'
import { Button, useAtLeast } from '../../ui'
import type { ResultsView } from './session'

/** The title over a page, with an optional subtitle and, on results pages, the view toggle. */
export function PageHeader({
  title = 'The Page Title has not been set.',
  subtitle,
  view,
}: {
  title?: ReactNode
  subtitle?: ReactNode
  /** Given on results pages only. */
  view?: { current: ResultsView; onToggle: () => void }
}) {
  const wide = useAtLeast('md')
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 className="display text-h1">{title}</h1>
        {subtitle ? <p className="mt-2 text-muted">{subtitle}</p> : null}
      </div>
      {view ? (
        <Button variant="secondary" onClick={view.onToggle}>
          {viewToggleLabel(view.current, wide)}
        </Button>
      ) : null}
    </div>
  )
}

/** What the view toggle offers: 'Map' while in grid view, otherwise 'Grid', or 'List' on small screens. */
export function viewToggleLabel(current: ResultsView, wide: boolean): string {
  if (current !== 'map') return 'Map'
  return wide ? 'Grid' : 'List'
}
