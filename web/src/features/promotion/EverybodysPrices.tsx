import { useSelector } from 'react-redux'
import { selectPromoOf, type PromotionRoot } from './state'

/** Tells a reader of the promotion that a list of a channel has the prices for everybody. */
export function EverybodysPrices({ channel }: { channel: string }) {
  const promo = useSelector((state: Pick<PromotionRoot, 'app' | 'promotion'>) =>
    selectPromoOf(state, channel),
  )
  if (!promo) return null
  return (
    <p className="my-3.5 text-muted">
      Prices are for everybody. On your offer dates they may differ.
    </p>
  )
}
