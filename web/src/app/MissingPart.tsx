import { useEffect, useState } from 'react'
import { t } from '../brands'
import { LoadingError } from '../ui'
import { mayReload } from './chunk-reload'
import { tabStorage } from './tab-storage'

// One function for all renders, so that React calls it only when the message appears.
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Shown when a part of the application did not load: reloads the page, at most once a minute. */
export function MissingPart() {
  const [reloading] = useState(() => mayReload(Date.now(), tabStorage()))
  useEffect(() => {
    if (reloading) window.location.reload()
  }, [reloading])
  // The page may have been scrolled down: the focus scrolls the message into view.
  return (
    <div
      ref={reloading ? undefined : takeFocus}
      tabIndex={-1}
      className="page-width page-height scroll-mt-24 py-11"
    >
      <LoadingError
        fetching={reloading}
        error={reloading ? undefined : t('global.errorLoading')}
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}
