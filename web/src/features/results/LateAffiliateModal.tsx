import { lazy, useState, type ComponentProps } from 'react'
import { LatePart } from '../../ui'

const AffiliateModal = lazy(() => import('./AffiliateModal'))

/** AffiliateModal, whose code is loaded when it is first opened. */
export function LateAffiliateModal(props: ComponentProps<typeof AffiliateModal>) {
  const [opened, setOpened] = useState(false)
  if (props.park && !opened) setOpened(true)
  return opened ? (
    <LatePart wanted>
      <AffiliateModal {...props} />
    </LatePart>
  ) : null
}
