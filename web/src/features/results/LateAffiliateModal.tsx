import { lazy, useState, type ComponentProps } from 'react'
import { LatePart } from '../../ui'

const AffiliateModal = lazy(() => import('./AffiliateModal'))

/** The question before another company's site, loaded when it is first asked. */
export function LateAffiliateModal(props: ComponentProps<typeof AffiliateModal>) {
  const [asked, setAsked] = useState(false)
  if (props.park && !asked) setAsked(true)
  return asked ? (
    <LatePart wanted>
      <AffiliateModal {...props} />
    </LatePart>
  ) : null
}
