import { lazy, Suspense } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router'
import { loadErrorText, useRequest } from '../api'
import { t } from '../brands'
import { initCall, selectReady } from '../features/catalogue'
import { Footer } from '../features/footer'
import { Header } from '../features/header'
import { LoadingError } from '../ui'
import { PageError } from './ErrorPage'
import { Pages } from './routes'
import { RouteWatcher } from './RouteWatcher'
import { loadInit } from './start'
import type { AppDispatch } from './store'

const LookupForm = lazy(async () => ({
  default: (await import('../features/my-booking/pages')).LookupForm,
}))

/** Header, page and footer. Pages are drawn once init has succeeded and the address has been read. */
export function Layout() {
  const dispatch = useDispatch<AppDispatch>()
  const { pathname } = useLocation()
  const ready = useSelector(selectReady)
  const { fetching, error } = useRequest(initCall.idOf())
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-surface p-3 font-semibold focus:not-sr-only focus:absolute"
      >
        Skip to the content
      </a>
      <RouteWatcher />
      <Header renderLookup={(close) => <LookupForm onDone={close} />} />
      {/* The footer begins beneath the first screenful, so that a page that grows moves nothing in view. */}
      <div className="min-h-[calc(100dvh-42px)]">
        <LoadingError
          fetching={fetching || !ready}
          error={loadErrorText(error, t('init.errorLoading'))}
          onRetry={() => void dispatch(loadInit())}
          loaded={ready}
        >
          <ErrorBoundary FallbackComponent={PageError} resetKeys={[pathname]}>
            <Suspense
              fallback={
                // As tall as the screen, so that the footer does not move when the page is there.
                <div className="min-h-dvh">
                  <LoadingError fetching error={undefined} />
                </div>
              }
            >
              <Pages />
            </Suspense>
          </ErrorBoundary>
        </LoadingError>
      </div>
      <Footer />
    </>
  )
}
