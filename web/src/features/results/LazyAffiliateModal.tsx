import { lazy, useState, type ComponentProps } from 'react'
import { LazyPart } from '../../ui'

const AffiliateModal = lazy(() => import('./AffiliateModal'))

/** AffiliateModal, whose code is loaded when it is first opened. */
export function LazyAffiliateModal(props: ComponentProps<typeof AffiliateModal>) {
  const [opened, setOpened] = useState(false)
  if (props.park && !opened) setOpened(true)
  return opened ? (
    <LazyPart wanted>
      <AffiliateModal {...props} />
    </LazyPart>
  ) : null
}
