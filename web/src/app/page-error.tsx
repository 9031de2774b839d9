import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { t } from '../brands'
import { reportError } from '../features/error-reporting'
import { LoadingError } from '../ui'
import { isChunkError, mayReload } from './chunk-reload'
import { tabStorage } from './tab-storage'

/** Loaded when there is an error; without a connection the message that a part is missing has to do. */
const ErrorPage = lazy<(props: { bare?: boolean }) => ReactNode>(() =>
  import('./ErrorPage').catch(() => ({ default: MissingPart })),
)

/** Reports a display error, unless a part of the application did not load. */
export function displayFailed(error: unknown): void {
  if (!isChunkError(error)) reportError(error, 'react.errorboundary')
}

/** Shown between header and footer, instead of a page that could not be rendered. */
export function PageError({ error }: FallbackProps) {
  return isChunkError(error) ? <MissingPart /> : <FullError />
}

/** Shown instead of everything, when header or footer could not be rendered. */
export function BarePageError({ error }: FallbackProps) {
  return isChunkError(error) ? <MissingPart /> : <FullError bare />
}

// One function for all renders, so that React calls it only when the message appears.
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Shown when a part of the application did not load: reloads the page, at most once a minute. */
function MissingPart() {
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

function FullError({ bare = false }: { bare?: boolean }) {
  return (
    <Suspense fallback={null}>
      <ErrorPage bare={bare} />
    </Suspense>
  )
}
