import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import type { Result } from '../../api/schema'
import { Button, Modal } from '../../ui'
import { ExternalLinkIcon } from '../../ui/icons'
import { track } from '../analytics'
import { selectResultsState } from '../search'
import { affiliateLabel, affiliateOperator } from '../park-card'

/** Asks before the visitor goes to another company's site. */
export default function AffiliateModal({
  park,
  onClose,
}: {
  park: Result | undefined
  onClose: () => void
}) {
  const { cards } = useSelector(selectResultsState)
  const label = affiliateLabel(park?.affiliate ?? '')
  const url = park && cards[park.parkId]?.affiliateUrl
  const name = park?.name

  useEffect(() => {
    if (name) track('show_external_park_modal', { park: name })
  }, [name])

  return (
    <Modal open={park !== undefined} onClose={onClose} title={`${label} website`}>
      <p className="text-lead">
        This holiday is booked directly with another company. Prices and terms are theirs.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="sponsored noopener"
            onClick={() => {
              track('affiliate_park_click', {
                operator: affiliateOperator(park.affiliate),
              })
              onClose()
            }}
            className="inline-flex min-h-12 items-center justify-center gap-2 rounded-button bg-accent px-5 text-button font-bold text-accent-ink hover:bg-accent-pressed"
          >
            <ExternalLinkIcon size={20} aria-hidden="true" />
            Continue to {label} site<span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  )
}
