/** Converts the server's answers about a booking to its state, and their pounds to pence. */
import type { Deposit, ExistingBooking, LinkedStay, Party, PriceLine, Stay } from '../../api/schema'
import { parseDate, toIso } from '../../rules/dates'
import { isTrue, yesNo } from '../../rules/flags'
import { type Amount, type Pence, toPence } from '../../rules/money'
import { voucherPaysAll } from '../../rules/voucher'
import { basketOf, type BookingState, initialBooking, type Receipt } from './booking-state'
import type { BookingData } from './calls'

const penceOf = (amount: Amount): Pence => toPence(amount) ?? 0
const isoDate = (text: string) => toIso(parseDate(text) ?? text)

/** The stay that the server describes: where, when, for whom and by which rules. */
function stayOf(stay: Stay, party: Omit<Party, 'partySize'>) {
  const { adults, children, under5s, petFriendly, dogs } = party
  return {
    channelId: stay.channelId,
    parkId: stay.parkId,
    operatorName: stay.operatorName,
    unitId: stay.unitId,
    unitTypeId: stay.unitTypeId,
    unitDesc: stay.unitDesc,
    arrivalDate: isoDate(stay.arrivalDate),
    duration: stay.duration,
    party: { adults, children, under5s, petFriendly: yesNo(petFriendly) === true, dogs },
    checkIn: stay.checkIn,
    checkOut: stay.checkOut,
    rules: stay.rules ?? [],
    cancellation: stay.cancellation,
  } satisfies Partial<BookingState>
}

/** Stores the server's answer about a new booking. */
export function takeBooking(
  state: BookingState,
  { booking, quote, clockAhead }: BookingData,
): void {
  Object.assign(state, {
    ...stayOf(booking, booking.party),
    type: 'new',
    bookingId: booking.bookId,
    message: booking.message,
    bookingFee: penceOf(booking.bookingFee),
    unitPrice: penceOf(booking.unitPrice),
    priceNotes: booking.priceNotes,
    maxDogs: booking.maxDogs,
    leadGuest: booking.leadGuest,
    partyAge: booking.partyAge === 'dob' ? 'dob' : 'age',
    promo: booking.promo,
    expiresAt: booking.expiresAt,
    clockAhead,
    quote,
  } satisfies Partial<BookingState>)
}

/** The state for a payment towards an existing booking. */
export function existingBooking(booking: ExistingBooking): BookingState {
  const state: BookingState = {
    ...initialBooking,
    ...stayOf(booking, booking),
    type: 'existing',
    bookingId: booking.bookingId,
    parkName: booking.parkName,
    stepsCompleted: booking.type === 'existing' ? ['EXTRAS', 'DETAILS'] : [],
  }
  takeBalance(state, booking)
  return state
}

/** The state for a payment by a link: its amount is all that there is to pay. */
export function linkedBooking(token: string, stay: LinkedStay): BookingState {
  return {
    ...initialBooking,
    type: 'existing',
    linked: true,
    bookingId: token,
    parkName: stay.parkName,
    arrivalDate: isoDate(stay.arrivalDate),
    duration: stay.duration,
    totalCost: penceOf(stay.amount),
    amountPaid: 0,
    stepsCompleted: ['EXTRAS', 'DETAILS'],
  }
}

/** Stores what an existing booking costs and what is paid of it. */
export function takeBalance(state: BookingState, booking: ExistingBooking): void {
  Object.assign(state, {
    totalCost: penceOf(booking.totalCost),
    amountPaid: penceOf(booking.amountPaid),
    paymentsMade: booking.payments.length,
    lines: priceLines(booking.lines),
    dueDate: booking.dueDate ?? '',
    customBookingPaymentErr: '',
  } satisfies Partial<BookingState>)
}

/** Stores the server's answer about deposit, discount and voucher. */
export function takeDeposit(state: BookingState, answer: Deposit): void {
  state.deposit = toPence(answer.deposit)
  state.depositBeforeVoucher = state.deposit
  state.depositText = answer.depositMsg
  state.dueDate = answer.dueDate
  state.compulsoryDeposit = toCompulsory(answer.compulsoryDeposit)
  state.quote = answer.quote
  state.discountValue = 0 - penceOf(answer.discountValue)
  state.discountApplied = state.discountValue > 0
  state.discountCode = state.discountApplied ? answer.discountCode : ''
  state.discountType = state.discountApplied ? toDiscountType(answer.quote.discountType) : 'none'
  state.paidWithFullVoucher = false
  state.voucherRemaining = undefined
  if (state.discountType !== 'voucher') return
  state.discountValue = toPence(answer.voucherAmount) ?? state.discountValue
  state.voucherRemaining = toPence(answer.voucherRemaining)
  const { extras, extrasDeposit } = answer.quote
  const basket = basketOf(state, { cost: penceOf(extras), depcost: penceOf(extrasDeposit) })
  state.paidWithFullVoucher = voucherPaysAll(basket, basket.discountValue)
  if (state.paidWithFullVoucher && state.compulsoryDeposit === 1) state.deposit = 0
}

const toCompulsory = (value: number | undefined) =>
  value === undefined ? undefined : isTrue(value) ? 1 : 0
const toDiscountType = (type: string) => (type === 'voucher' ? 'voucher' : 'discount')

/** The parts of a price, in pence. */
export function priceLines(lines: readonly PriceLine[] = []): Receipt['lines'] {
  return lines.map(({ amount, ...line }) => ({ ...line, amount: penceOf(amount) }))
}
