import { brand, t } from '../../brands'
import { AppLink } from '../../ui'

/** What the visitor agrees to by paying, and what the brand says about cancelling. */
export function TermsNote() {
  const { cancelling } = brand.urls
  return (
    <p className="mt-3 text-small text-muted">
      By paying you accept our{' '}
      <AppLink href={brand.urls.termsAndConditions} external className="text-link">
        terms and conditions
      </AppLink>
      {`. ${t('payment.cancelling')}${cancelling ? ': ' : '.'}`}
      {cancelling ? (
        <span>
          <AppLink href={cancelling} external className="text-link">
            {t('payment.cancellingLink')}
          </AppLink>
          .
        </span>
      ) : null}
    </p>
  )
}
