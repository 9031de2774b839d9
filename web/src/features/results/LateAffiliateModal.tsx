import { lazy, Suspense, useState, type ComponentProps } from 'react'

const AffiliateModal = lazy(() => import('./AffiliateModal'))

/** The question before another company's site, loaded when it is first asked. */
export function LateAffiliateModal(props: ComponentProps<typeof AffiliateModal>) {
  const [asked, setAsked] = useState(false)
  if (props.park && !asked) setAsked(true)
  return asked ? (
    <Suspense fallback={null}>
      <AffiliateModal {...props} />
    </Suspense>
  ) : null
}
