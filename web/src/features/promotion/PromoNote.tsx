import { useSelector } from 'react-redux'
import { formatMoney } from '../../rules/money'
import { classes } from '../../ui'
import { selectPromoPriceOf } from './state'

/** What a stay costs with the visitor's code words; nothing where it is not on their dates. */
export function PromoNote({ date, price }: { date: string; price: string }) {
  const promo = useSelector(selectPromoPriceOf)(date, price)
  if (!promo || promo.saving <= 0) return null
  return (
    <p className={classes('text-small', promo.pending && 'invisible')}>
      <b>{formatMoney(promo.price)}</b> with your code words, paid in full
    </p>
  )
}
