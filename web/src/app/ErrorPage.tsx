import { useEffect, useState } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { brand, imageUrl, t } from '../brands'
import { Logo } from '../brands/Logo'
import { TelephoneLink } from '../features/header'
import { Page } from '../features/page'
import { AppLink, Button, LoadingError, useErrorShown } from '../ui'
import { MailIcon, RetryIcon } from '../ui/icons'
import { isChunkError, mayReload } from './chunk-reload'
import { PERSIST_PREFIX } from './persistence'

const HEADING = 'We are sorry but we have encountered an error.'

/** Shown between header and footer, instead of a page that could not be rendered. */
export function PageError({ error }: FallbackProps) {
  return isChunkError(error) ? <MissingPart /> : <ErrorPage />
}

/** Shown instead of everything, when header or footer could not be rendered. */
export function BarePageError({ error }: FallbackProps) {
  return isChunkError(error) ? <MissingPart /> : <ErrorPage bare />
}

// One function for all renders, so that React calls it only when the message appears.
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Shown when a part of the application did not load: reloads the page, at most once a minute. */
function MissingPart() {
  const [reloading] = useState(() => mayReload(Date.now(), sessionStorage))
  useEffect(() => {
    if (reloading) window.location.reload()
  }, [reloading])
  // The page may have been scrolled down: the focus scrolls the message into view.
  return (
    <div
      ref={reloading ? undefined : takeFocus}
      tabIndex={-1}
      className="page-width scroll-mt-24 py-11"
    >
      <LoadingError
        fetching={reloading}
        error={reloading ? undefined : t('global.errorLoading')}
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}

/** Shown for any rendering error that nothing else has caught. */
function ErrorPage({ bare = false }: { bare?: boolean }) {
  useErrorShown(HEADING)
  const { email } = brand.global
  return (
    <Page title="Error" noindex>
      {bare ? (
        <div className="page-width pt-5">
          <Logo kind="dark" />
        </div>
      ) : (
        <img
          src={imageUrl('hero/coast')}
          alt=""
          width={1440}
          height={480}
          className="h-[236px] w-full bg-sunk object-cover lg:h-[320px]"
        />
      )}
      <div className="page-width max-w-[760px] pt-7 pb-11">
        <h1 className="display text-h1">{HEADING}</h1>
        <p className="mt-4 text-lead">
          Please click the button below to clear out any cached data and try again.
        </p>
        <Button size="lg" icon={RetryIcon} className="mt-7 max-md:w-full" onClick={clearAndReload}>
          Clear cache and retry
        </Button>
        <div className="mt-7 rounded-card bg-sunk p-5">
          <p className="font-semibold">If the problem persists, please contact us:</p>
          <p className="text-accent-text">
            <TelephoneLink className="underline underline-offset-3" />
          </p>
          <p>
            <AppLink
              href={`mailto:${email}`}
              className="text-link inline-flex min-h-11 items-center gap-2"
            >
              <MailIcon size={16} aria-hidden="true" />
              {email}
            </AppLink>
          </p>
        </div>
      </div>
    </Page>
  )
}

/** Removes every entry of ours from session storage, leaves all others, and reloads the page. */
function clearAndReload() {
  const ours = Object.keys(sessionStorage).filter((key) => key.startsWith(PERSIST_PREFIX))
  // Otherwise the page would save its state again when it is left.
  window.dispatchEvent(new Event(CACHE_CLEARED))
  for (const key of ours) sessionStorage.removeItem(key)
  window.location.reload()
}

/** Fired before the saved state is removed, so that nothing writes it again. */
export const CACHE_CLEARED = 'holidaymaker:cache-cleared'
