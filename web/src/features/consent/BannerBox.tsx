import { brand } from '../../brands'
import { AppLink, Button } from '../../ui'
import type { Choice } from './consent'

/** What the banner says, and its two buttons. Accepting and rejecting are equally easy. */
export function BannerBox({
  onChoose,
}: {
  onChoose?: (choice: Exclude<Choice, 'unknown'>) => void
}) {
  const button = (choice: 'accepted' | 'rejected', text: string) => (
    <Button
      variant="secondary"
      className="min-w-[120px] flex-1"
      value={choice}
      onClick={() => onChoose?.(choice)}
    >
      {text}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-3 py-4 md:flex-row md:items-center md:justify-between md:gap-6">
      <p className="max-lg:text-detail/5.5">
        We use cookies to make this site work and, if you agree, to measure visits and adverts.{' '}
        <AppLink href={brand.urls.privacyPolicy} className="text-link">
          Privacy & Cookies Policy.
        </AppLink>
      </p>
      <div className="flex shrink-0 gap-2.5">
        {button('accepted', 'OK')}
        {button('rejected', 'Reject')}
      </div>
    </div>
  )
}
