import { formatMoney } from '../../rules/money'
import { Button, Modal } from '../../ui'

/** A price that has changed since it was shown. Amounts in pounds. */
export interface PriceChange {
  /** The unit's name. */
  name: string
  /** The price that the page showed. */
  was: string
  price: string
}

/** Asks whether to book at the new price. */
export default function PriceChanged({
  change,
  onBook,
  onClose,
}: {
  /** Undefined while there is nothing to ask. */
  change: PriceChange | undefined
  onBook: () => void
  onClose: () => void
}) {
  return (
    <Modal open={change !== undefined} onClose={onClose} title="The price has changed">
      {change ? (
        <>
          <p className="text-lead">
            <span>{`${change.name} was shown for ${formatMoney(change.was)}. It now costs`}</span>{' '}
            <b>{formatMoney(change.price)}</b> for the same stay.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button onClick={onBook}>{`Book for ${formatMoney(change.price)}`}</Button>
            <Button variant="secondary" onClick={onClose}>
              Back to the park
            </Button>
          </div>
        </>
      ) : null}
    </Modal>
  )
}
