import { useAppDispatch } from '../../api'
import { brand } from '../../brands'
import { AppLink, Button } from '../../ui'
import { choose } from './choose'

/** The banner at the bottom of the screen. Accepting and rejecting are equally easy. */
export default function BannerText() {
  const dispatch = useAppDispatch()
  return (
    <section
      aria-label="Cookies"
      className="fixed inset-x-0 bottom-0 z-(--z-notice) border-t-[3px] border-ink bg-surface"
    >
      <div className="page-width flex flex-col gap-3 py-4 md:flex-row md:items-center md:justify-between md:gap-6">
        <p className="max-lg:text-detail/[22px]">
          We use cookies to make this site work and, if you agree, to measure visits and adverts.{' '}
          <AppLink href={brand.urls.privacyPolicy} className="text-link">
            Privacy & Cookies Policy.
          </AppLink>
        </p>
        <div className="flex shrink-0 gap-2.5">
          <Button
            variant="secondary"
            className="min-w-[120px] flex-1"
            onClick={() => dispatch(choose('accepted'))}
          >
            OK
          </Button>
          <Button
            variant="secondary"
            className="min-w-[120px] flex-1"
            onClick={() => dispatch(choose('rejected'))}
          >
            Reject
          </Button>
        </div>
      </div>
    </section>
  )
}
