import { formatMoney, formatMoneyUp, type Amount } from '../rules/money'
import { classes } from './classes'

const sizes = {
  lg: 'text-price-lg',
  md: 'text-price-md',
  sm: 'text-price-sm',
} as const

/**
 * A price, the most prominent text of a card, below 'From' and a struck-through earlier price. Shows
 * nothing when the price is not a number.
 */
export function PriceText({
  amount,
  from = false,
  was,
  roundUp = false,
  size = 'sm',
  className,
}: {
  amount: Amount
  from?: boolean
  /** The genuine earlier price. */
  was?: Amount
  /** Whole pounds, rounded up: calendars and deal cards only. */
  roundUp?: boolean
  size?: keyof typeof sizes
  className?: string
}) {
  const price = roundUp ? formatMoneyUp(amount) : formatMoney(amount)
  if (!price) return null
  const before = formatMoney(was)
  return (
    <span className={classes('inline-block', className)}>
      {before ? <s className="block text-small text-muted">{`WAS ${before}`}</s> : null}
      {from ? <span className="block text-small text-muted">From </span> : null}
      <span className={classes('block font-bold [font-stretch:86%]', sizes[size])}>{price}</span>
    </span>
  )
}
