import { lazy, Suspense } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Outlet } from 'react-router'
import { loadErrorText, useRequest } from '../api'
import { t } from '../brands'
import { track } from '../features/analytics'
import { initCall, selectReady } from '../features/catalogue'
import { Footer } from '../features/footer'
import { Header } from '../features/header'
import { ErrorShown, LoadingError } from '../ui'
import { loadInit } from './start'
import { RouteWatcher } from './RouteWatcher'
import type { AppDispatch } from './store'

const LookupForm = lazy(async () => ({
  default: (await import('../features/my-booking/pages')).LookupForm,
}))

/** Every error text that a visitor is shown goes to analytics, with the page's path. */
function errorShown(errorMessage: string) {
  track('error_message', { errorMessage, page: window.location.pathname })
}

/** Header, page and footer. Pages are drawn once init has succeeded and the address has been read. */
export function Layout() {
  const dispatch = useDispatch<AppDispatch>()
  const ready = useSelector(selectReady)
  const { fetching, error } = useRequest(initCall.idOf())
  return (
    <ErrorShown value={errorShown}>
      <a
        href="#main"
        className="sr-only z-50 bg-surface p-3 font-semibold focus:not-sr-only focus:absolute"
      >
        Skip to the content
      </a>
      <RouteWatcher />
      <Header lookupForm={(close) => <LookupForm onDone={close} />} />
      <div className={ready ? 'min-h-[60vh]' : 'min-h-dvh'}>
        <LoadingError
          fetching={fetching || !ready}
          error={loadErrorText(error, t('init.errorLoading'))}
          onRetry={() => void dispatch(loadInit())}
          loaded={ready}
        >
          <Suspense>
            <Outlet />
          </Suspense>
        </LoadingError>
      </div>
      <Footer />
    </ErrorShown>
  )
}
