import { Suspense, useCallback, useEffect, useEffectEvent } from 'react'
import { useSelector, useStore } from 'react-redux'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from '../router'
import { loadErrorText, useRequest } from '../api'
import { t } from '../brands'
import { BookingSlices } from '../features/booking'
import { Campaign } from '../features/campaign'
import { initCall, selectReady } from '../features/catalogue'
import { FirstBanner } from '../features/consent'
import { Footer } from '../features/footer'
import { Header } from '../features/header'
import { LoadingError } from '../ui'
import { KeptFooter, KeptHeader } from './kept-parts'
import { displayFailed, PageError } from './page-error'
import { addBookingSlices, lazyBookingPart } from './lazy-page'
import { Pages } from './routes'
import { RouteWatcher } from './RouteWatcher'
import { loadInit } from './start'
import type { AppStore } from './store'

const LookupForm = lazyBookingPart(() => import('../features/my-booking/pages'), 'LookupForm')

const SiteHeader = __SERVER__ ? KeptHeader : Header
const SiteFooter = __SERVER__ ? KeptFooter : Footer

/**
 * Header, page and footer. Pages are rendered once init has succeeded and the address has been
 * applied.
 */
export function Layout({ onHydrated }: { onHydrated?: () => void }) {
  const store = useStore() as AppStore
  const { pathname } = useLocation()
  const ready = useSelector(selectReady)
  const { fetching, error } = useRequest(initCall.idOf())
  const addBooking = useCallback(() => addBookingSlices(store), [store])
  return (
    <>
      <a href="#main" className="skip-link sr-only">
        Skip to the content
      </a>
      <FirstBanner />
      <RouteWatcher />
      <Campaign />
      <SiteHeader renderLookup={(close) => <LookupForm onDone={close} />} />
      {/* Once there is a page, it has its own height (ui/styles.css), and nothing here has a box that would
         move when the header of another page is lower. */}
      <div className={ready ? 'contents' : 'page-height'}>
        <LoadingError
          fetching={fetching || !ready}
          error={loadErrorText(error, t('init.errorLoading'))}
          onRetry={() => void loadInit(store)}
          loaded={ready}
        >
          <ErrorBoundary
            FallbackComponent={PageError}
            onError={displayFailed}
            resetKeys={[pathname]}
          >
            <Suspense
              fallback={
                // As tall as the screen, so that the footer does not move when the page appears.
                <div className="min-h-dvh">
                  <LoadingError fetching error={undefined} />
                </div>
              }
            >
              <BookingSlices value={addBooking}>
                <Pages />
              </BookingSlices>
              <Hydrated onHydrated={onHydrated} />
            </Suspense>
          </ErrorBoundary>
        </LoadingError>
      </div>
      <SiteFooter />
    </>
  )
}

/** Calls `onHydrated` once the page is interactive, also for a page that the server rendered. */
function Hydrated({ onHydrated }: { onHydrated?: () => void }) {
  const hydrated = useEffectEvent(() => onHydrated?.())
  useEffect(() => hydrated(), [])
  return null
}
