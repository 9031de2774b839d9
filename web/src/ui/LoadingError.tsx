import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { Button } from './Button'
import { AlertIcon, RetryIcon } from './icons'
import { Spinner } from './Spinner'

/** The delay of the spinner, because one that appears at once would flicker. */
const SPINNER_DELAY_MS = 150

/** Called with every error text that a visitor sees; the application sends it to analytics. */
export const ErrorShown = createContext<(message: string) => void>(() => {})

/** Reports an error text to `ErrorShown` once, when it appears or changes. */
export function useErrorShown(message: string | undefined) {
  const report = useContext(ErrorShown)
  useEffect(() => {
    if (message) report(message)
  }, [message, report])
}

/**
 * Content that a request loads. First load: a spinner in place of the content.
 * Refetch: the content stays, marked busy. Failure: the message and 'Retry'.
 */
export function LoadingError({
  fetching,
  error,
  onRetry,
  loaded = false,
  loadingText,
  skeleton,
  children,
}: {
  fetching: boolean
  /** The text to show; undefined when the request has not failed. */
  error: string | undefined
  /** Undefined where nothing can be repeated. */
  onRetry?: () => void
  /** Whether there is already content. */
  loaded?: boolean
  /** Shown next to the spinner: 'Loading booking data, please wait...'. */
  loadingText?: string
  /** Shown instead of the spinner, where the shape of the content is known. */
  skeleton?: ReactNode
  children?: ReactNode
}) {
  useErrorShown(error)
  if (error) return <LoadFailure message={error} onRetry={onRetry} />
  if (fetching && !loaded) {
    return skeleton ? (
      <div aria-busy="true">
        <span role="status" className="sr-only">
          Loading
        </span>
        {skeleton}
      </div>
    ) : (
      <DelayedSpinner text={loadingText} />
    )
  }
  return (
    <div aria-busy={fetching || undefined} className="contents">
      {children}
    </div>
  )
}

function DelayedSpinner({ text }: { text?: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SPINNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex min-h-24 items-center justify-center gap-4 p-5">
      {shown ? (
        <>
          <Spinner label={text ? null : 'Loading'} size={40} />
          {text ? (
            <p role="status" className="font-semibold">
              {text}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

function LoadFailure({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="card p-card">
      <p className="flex items-start gap-3 font-semibold">
        <AlertIcon size={20} aria-hidden="true" className="mt-0.5 text-danger" />
        <span className="whitespace-pre-line">{message}</span>
      </p>
      {onRetry ? (
        <Button variant="secondary" icon={RetryIcon} onClick={onRetry} className="mt-4">
          Retry
        </Button>
      ) : null}
    </div>
  )
}
