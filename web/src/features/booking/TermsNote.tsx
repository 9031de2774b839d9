import { brand } from '../../brands'
import { AppLink } from '../../ui'

/** What the visitor agrees to by paying, and what happens to the money when plans change. */
export function TermsNote() {
  return (
    <p className="mt-3 text-small text-muted">
      By paying you accept our{' '}
      <AppLink href={brand.urls.termsAndConditions} external className="text-link">
        terms and conditions
      </AppLink>
      . Holidays on fixed dates have no 14-day right to cancel. If you have to cancel, you pay a
      part of the price, and more of it the closer you are to your arrival:{' '}
      <AppLink href="/cancellation-protection" external className="text-link">
        what cancelling costs
      </AppLink>
      .
    </p>
  )
}
