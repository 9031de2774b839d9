import { brand, t } from '../../brands'
import { AppLink } from '../../ui'

/** What comes back by the terms of a stay that the guest cancels; nothing where it has none. */
export function CancelTerms({ texts = [] }: { texts?: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className="mt-3 list-disc pl-5 text-small">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** What the visitor agrees to by paying, and what cancelling costs: by the stay's terms, else in the brand's words. */
export function TermsNote({ cancellation = [] }: { cancellation?: readonly string[] }) {
  return (
    <>
      <p className="mt-3 text-small text-muted">
        By paying you accept our{' '}
        <AppLink href={brand.urls.termsAndConditions} external className="text-link">
          terms and conditions
        </AppLink>
        {`. ${t('payment.noWithdrawal')}`}
        {cancellation.length === 0 ? <CancellingInGeneral /> : null}
      </p>
      <CancelTerms texts={cancellation} />
    </>
  )
}

function CancellingInGeneral() {
  const { cancelling } = brand.urls
  return (
    <>
      {` ${t('payment.cancelling')}${cancelling ? ': ' : '.'}`}
      {cancelling ? (
        <span>
          <AppLink href={cancelling} external className="text-link">
            {t('payment.cancellingLink')}
          </AppLink>
          .
        </span>
      ) : null}
    </>
  )
}
