import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Notice } from './Notice'

/**
 * A part of a page whose code is in a separate chunk. Where that cannot be loaded, for example
 * offline or after a new version of the site, the page stays. A part that the visitor has asked for
 * (`wanted`) is replaced by a message, any other by `missing`.
 */
export function LazyPart({
  loading = null,
  wanted = false,
  missing = null,
  children,
}: {
  /** Shown until the part has loaded. */
  loading?: ReactNode
  wanted?: boolean
  missing?: ReactNode
  children: ReactNode
}) {
  return (
    <ErrorBoundary fallback={wanted ? <PartMissing /> : missing}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** The message in place of a part that the visitor has asked for and that cannot be loaded. */
export function PartMissing() {
  return (
    <Notice kind="danger" live className="my-3">
      This part of the page could not be loaded.{' '}
      <button type="button" className="text-link" onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </Notice>
  )
}
