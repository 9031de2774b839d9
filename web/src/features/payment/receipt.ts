import { type Pence, toPence } from '../../rules/money'
import { extraTotals } from '../../rules/amounts'
import { memberPlaces } from '../../rules/party-members'
import {
  bookedExtras,
  discountLabel,
  type Receipt,
  type RootWithBooking,
  selectTopUp,
} from '../booking'

/**
 * The receipt of a payment: the amount, and what it is for according to the server's quote and
 * saved data, not according to the form.
 */
export function receiptOf(state: RootWithBooking, paidNow: Pence): Receipt {
  return state.booking.type === 'existing'
    ? receiptOfTopUp(state, paidNow)
    : receiptOfBooking(state, paidNow)
}

function receiptOfTopUp(state: RootWithBooking, paidNow: Pence): Receipt {
  const { total, paid, outstanding } = selectTopUp(state)
  return {
    lines: state.booking.lines ?? [],
    extras: [],
    total,
    paidNow,
    paid: paid + paidNow,
    outstanding: Math.max(0, outstanding - paidNow),
    party: [],
  }
}

function receiptOfBooking(state: RootWithBooking, paidNow: Pence): Receipt {
  const { discountCode, quote } = state.booking
  const total = toPence(quote?.total) ?? 0
  const discount = toPence(quote?.discount) ?? 0
  const extras = bookedExtras(state)
  const lines: Receipt['lines'] = [
    {
      label: 'Accommodation Price',
      amount: toPence(quote?.accommodation) ?? 0,
      notes: state.booking.priceNotes,
    },
  ]
  for (const extra of extras)
    lines.push({
      label: `${extra.name} × ${extra.value}`,
      amount: extraTotals(extra).totalCost,
      notes: extra.basis ? [extra.basis] : undefined,
    })
  const paidByVoucher = discount > 0 && quote?.discountType === 'voucher'
  if (discount > 0)
    lines.push({ label: discountLabel(quote?.discountType ?? '', discountCode), amount: -discount })
  return {
    lines,
    extras: extras.map(({ name, value, cost }) => ({ name, value, cost })),
    total,
    paidNow,
    paidByVoucher,
    paid: paidNow,
    outstanding: Math.max(0, total - paidNow),
    party: partyOf(state),
  }
}

function partyOf({ booking, bookingForm }: RootWithBooking): Receipt['party'] {
  const { values } = bookingForm.party
  return memberPlaces(booking.party).map(({ number }) => {
    const valueOf = (field: string) => values[`${field}${number}`] ?? ''
    return {
      name: `${valueOf('title')} ${valueOf('initial')} ${valueOf('lastName')}`.trim(),
      age: valueOf('age') || valueOf('dob'),
    }
  })
}

/**
 * The receipt with what the server says was paid and is left to pay; in another tab, more may have
 * been paid since it was prepared.
 */
export function correctedReceipt(
  receipt: Receipt,
  paidNow = receipt.paidNow,
  outstanding = receipt.outstanding,
): Receipt {
  return { ...receipt, paidNow, paid: receipt.total - outstanding, outstanding }
}
