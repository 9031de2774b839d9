import type { EventFields } from '../analytics'
import type { BookingState, Receipt } from '../booking'

/** The items of payment events: the unit with its party, then one for each extra. Amounts in pounds. */
export function purchaseItems(
  booking: BookingState,
  extras: Receipt['extras'],
): Record<string, unknown>[] {
  const { adults, children, under5s } = booking.party
  const unit = {
    item_id: booking.unitId,
    item_name: booking.unitDesc,
    item_category: booking.channelId,
    price: (booking.unitPrice ?? booking.totalCost ?? 0) / 100,
    quantity: 1,
    adults,
    children,
    infants: under5s,
  }
  return [
    unit,
    ...extras.map(({ name, value, cost }) => ({
      name,
      value,
      cost: cost / 100,
      totalCost: (cost * value) / 100,
    })),
  ]
}

/**
 * The purchase event of a payment. Each payment towards an existing booking is a purchase with a
 * number of its own.
 */
export function purchaseOf(booking: BookingState, receipt: Receipt): EventFields<'purchase'> {
  const existing = booking.type === 'existing'
  const id = booking.bookingId ?? ''
  return {
    transaction_id: existing ? `${id}-${booking.paymentsMade}` : id,
    value: (existing ? receipt.paidNow : receipt.total) / 100,
    depositAmount: !existing && receipt.outstanding > 0 ? receipt.paidNow / 100 : 0,
    bookingType: existing ? 'existing-booking' : 'new-booking',
    nights: booking.duration ?? 0,
    coupon: couponOf(booking),
    items: purchaseItems(booking, receipt.extras),
  }
}

/**
 * The discount code of a booking, for analytics. The code of a voucher is left out: anybody who has
 * it can spend the voucher.
 */
export function couponOf(booking: BookingState): string | undefined {
  return booking.discountType === 'discount' ? booking.discountCode : undefined
}
