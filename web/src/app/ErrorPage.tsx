import { brand, imageUrl } from '../brands'
import { Logo } from '../brands/Logo'
import { TelephoneLink } from '../features/header'
import { Page } from '../features/page'
import { AppLink, Button, useErrorShown } from '../ui'
import { MailIcon, RetryIcon } from '../ui/icons'
import { CACHE_CLEARED, PERSIST_PREFIX } from './persistence'
import { tabStorage } from './tab-storage'

const HEADING = 'We are sorry but we have encountered an error.'

/** Shown for any rendering error that nothing else has caught. */
export default function ErrorPage({ bare = false }: { bare?: boolean }) {
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
          src={imageUrl(`hero/${brand.look.scene}`)}
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
        <div className="mt-7 rounded-card bg-sunk p-card">
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
  const storage = tabStorage()
  const ours = Object.keys(storage ?? {}).filter((key) => key.startsWith(PERSIST_PREFIX))
  // Otherwise the page would save its state again when it is left.
  window.dispatchEvent(new Event(CACHE_CLEARED))
  for (const key of ours) storage?.removeItem(key)
  window.location.reload()
}
