import { t } from '../../brands'
import { AppLink } from '../../ui'

/** Where to get help when the payment page cannot give it: My Booking, or the telephone. */
export function OtherWays({ className = 'mt-2' }: { className?: string }) {
  const phone = t('support.phone')
  return (
    <p className={className}>
      You can look your booking up in{' '}
      <AppLink href="/login" className="text-link">
        My Booking
      </AppLink>
      , or ring us on <AppLink href={`tel:${phone}`}>{phone}</AppLink>, {t('support.hours')}.
    </p>
  )
}
