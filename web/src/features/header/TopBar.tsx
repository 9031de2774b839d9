import { brand, t } from '../../brands'
import { Logo } from '../../brands/Logo'
import { AppLink } from '../../ui'
import { PhoneIcon, QuoteIcon, TicketIcon } from '../../ui/icons'
import { ShortlistLink } from '../shortlist'

/**
 * The bar's height, in pixels. When the page is scrolled further, the small 'My Booking' button
 * appears.
 */
export const BAR_HEIGHT = 42

/** Paths on which the telephone link replaces 'My Booking'. */
const telephonePaths: readonly string[] = ['/my-booking', '/login']

/** Whether the telephone link replaces 'My Booking', with or without a slash at the end. */
export const isTelephonePath = (path: string) => telephonePaths.includes(path.replace(/\/+$/, ''))

/**
 * The bar at the top of every page: telephone, hours, reviews, 'My Booking'. On booking pages it is
 * the whole header and has the logo.
 */
export function TopBar({
  path,
  compact,
  onMyBooking,
}: {
  path: string
  compact: boolean
  onMyBooking: () => void
}) {
  const telephoneOnly = isTelephonePath(path)
  return (
    <div className="on-ink bg-ink text-surface">
      <div className="top-bar page-width">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 lg:gap-x-6">
          {compact ? (
            <AppLink href="/" className="inline-flex shrink-0">
              <Logo kind="light" />
            </AppLink>
          ) : null}
          {telephoneOnly ? null : (
            <>
              <TelephoneLink className={compact ? 'max-sm:hidden lg:hidden' : 'lg:hidden'} />
              <span className="hidden items-center gap-2 lg:inline-flex">
                <PhoneIcon size={16} aria-hidden="true" />
                <span>{t('support.phone')}</span>
              </span>
            </>
          )}
          <span className="hidden lg:inline">{t('support.hours')}</span>
          {compact ? null : <ReviewBadge />}
        </div>
        {compact ? null : (
          <ShortlistLink className="ml-auto hidden min-h-(--top-bar) shrink-0 items-center gap-2 font-semibold hover:underline lg:inline-flex" />
        )}
        {telephoneOnly ? (
          <TelephoneLink />
        ) : (
          <button type="button" onClick={onMyBooking} className="bar-link">
            <TicketIcon size={16} aria-hidden="true" />
            My Booking
          </button>
        )}
      </div>
    </div>
  )
}

/** The support number as a link that calls it. */
export function TelephoneLink({ className = '' }: { className?: string }) {
  const phone = t('support.phone')
  return (
    <AppLink href={`tel:${phone}`} className={`bar-link ${className}`}>
      <PhoneIcon size={16} aria-hidden="true" />
      {phone}
    </AppLink>
  )
}

function ReviewBadge() {
  const { reviewSite } = brand.urls
  if (!reviewSite) return null
  return (
    <AppLink
      href={reviewSite}
      className="inline-flex min-h-(--top-bar) min-w-0 items-center gap-2 hover:underline max-[359px]:hidden"
    >
      <QuoteIcon size={16} aria-hidden="true" />
      <span className="max-sm:sr-only">Read our reviews</span>
      <span aria-hidden="true" className="sm:hidden">
        Reviews
      </span>
    </AppLink>
  )
}
