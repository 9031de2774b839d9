import { lazy, Suspense, type ReactNode } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { reportError } from '../features/error-reporting'
import { isChunkError } from './chunk-reload'
import { MissingPart } from './MissingPart'

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

function FullError({ bare = false }: { bare?: boolean }) {
  return (
    <Suspense fallback={null}>
      <ErrorPage bare={bare} />
    </Suspense>
  )
}
