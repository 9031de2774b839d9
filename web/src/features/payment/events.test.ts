import { expect, it } from 'vitest'
import { receipt } from '../../test/bookings'
import { bookingReducer, type BookingState } from '../booking'
import { couponOf, purchaseOf } from './events'

const bookingWith = (changes: Partial<BookingState>): BookingState => ({
  ...bookingReducer(undefined, { type: 'start' }),
  discountApplied: true,
  ...changes,
})

it('names a discount code to analytics, and never the code of a voucher, which may still hold money', () => {
  const discount = bookingWith({ discountType: 'discount', discountCode: 'SPRING20' })
  expect(couponOf(discount)).toBe('SPRING20')
  expect(purchaseOf(discount, receipt).coupon).toBe('SPRING20')
  const voucher = bookingWith({ discountType: 'voucher', discountCode: 'GIFT-7K3Q' })
  expect(couponOf(voucher)).toBeUndefined()
  expect(JSON.stringify(purchaseOf(voucher, receipt))).not.toContain('GIFT-7K3Q')
})
