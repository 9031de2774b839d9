import type { PartBack } from '../../api/schema'
import { formatMedium, fromIso } from '../../rules/dates'
import { formatMoney } from '../../rules/money'

/** Where a part of what comes back goes. */
export function partText({ amount, method, ending, code, until, over }: PartBack): string {
  const sum = formatMoney(amount)
  const lastDay = fromIso(until)
  if (method === 'link') return `${sum} to whoever paid by your link`
  if (method === 'wallet') return `${sum} to your PayPal account`
  if (method === 'card') return `${sum} to your card${ending ? ` ending ${ending}` : ''}`
  if (over) return `${sum} to voucher ${code}, which cannot be used any more: please call us`
  return `${sum} to voucher ${code}${lastDay ? `, valid until ${formatMedium(lastDay)}` : ''}`
}
