/**
 * The filters, whose code is loaded where they are shown: beside the results from lg on, elsewhere when their
 * dialog is opened.
 */
import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { atLeast, chunkOf, componentOf, KEEP_SERVER_HTML, PartMissing, useAtLeast } from '../../ui'
import { selectServerRendered } from '../page'

const chunk = chunkOf(async () => (await import('./FilterPanel')).FilterPanel)
if (__SERVER__) void chunk.load()

export const FilterPanel = componentOf(chunk)

/** Loads the filters because their dialog will be opened soon. Without its code, the dialog says so. */
export const preloadFilters = () => void chunk.load().catch(() => {})

/** Loads the filters of a page that is hydrated, where they are beside its results. */
export async function loadFiltersBeside(): Promise<void> {
  if (!__SERVER__ && atLeast('lg')) await chunk.load().catch(() => {})
}

/**
 * The filters beside the results. The results do not wait for their code; until it is there, what the server
 * has rendered stays as it is. On smaller screens, where nobody sees them, it is not loaded.
 */
export function FiltersBeside() {
  const wide = useAtLeast('lg')
  const serverRendered = useSelector(selectServerRendered)
  const [waits, setWaits] = useState(!chunk.loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!waits || !wide) return
    chunk.load().then(
      () => setWaits(false),
      () => setFailed(true),
    )
  }, [waits, wide])
  if (failed) return <PartMissing />
  // The server, and the page that it has rendered, do not know how wide the screen is.
  const shown = !waits && (wide || serverRendered)
  return (
    <div suppressHydrationWarning dangerouslySetInnerHTML={waits ? KEEP_SERVER_HTML : undefined}>
      {shown ? <FilterPanel /> : undefined}
    </div>
  )
}
