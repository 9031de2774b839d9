/**
 * The state of the booking that is being made or paid for: 'Booking' in the specification. All
 * amounts are in pence; booking-answers.ts converts the server's.
 */
import type { Quote } from '../../api/schema'
import type { Basket } from '../../rules/voucher'
import type { Pence } from '../../rules/money'
import type { LeadGuest, PartyAge, PartyCounts } from '../../rules/party-members'
import type { StartParams } from './calls'

/** The names of the steps in state, in order. */
export const stepNames = ['EXTRAS', 'DETAILS', 'PAYMENT', 'PAYMENT_ACTION', 'CONFIRMATION'] as const
export type StepName = (typeof stepNames)[number]

/** What was paid and for what, for the confirmation page. */
export interface Receipt {
  /** The parts of the price. The notes say what an amount includes. */
  lines: { label: string; amount: Pence; notes?: string[] | undefined }[]
  /** The booked extras, with the cost of one item. */
  extras: { name: string; value: number; cost: Pence }[]
  total: Pence
  /** Paid by this payment. */
  paidNow: Pence
  /** A voucher is among the lines. */
  paidByVoucher?: boolean
  /** Paid in total. */
  paid: Pence
  outstanding: Pence
  party: { name: string; age: string }[]
}

/** Set when the unit was sold to another visitor during the payment. */
export interface UnitGone {
  parkName: string
  parkBookingUrl: string
}

export interface BookingState {
  /** A booking in progress, or one made earlier towards which the visitor pays. */
  type: 'new' | 'existing'
  /** Somebody else pays by a link, towards an existing booking: `bookingId` is the link's token. */
  linked?: boolean
  /** The parameters of a booking that is being started; undefined once the server has answered. */
  pendingParams?: StartParams
  channelId?: string
  parkId?: string
  parkName?: string
  /** The company that provides the stay; undefined where not known. */
  operatorName?: string
  unitId?: string
  unitTypeId?: string
  unitDesc?: string
  unitPrice?: Pence
  /** Existing bookings only. */
  totalCost?: Pence
  /** Existing bookings only. */
  amountPaid?: Pence
  /** The number of earlier payments; existing bookings only. */
  paymentsMade: number
  /** The parts of the price; existing bookings only. */
  lines?: Receipt['lines']
  /** UTC midnight of the day, as an ISO string. */
  arrivalDate?: string
  duration?: number
  bookingId?: string
  previousBookingId?: string
  /**
   * The park page on which the last booking began; a held booking that is continued leads back to
   * it.
   */
  lastPark?: { parkId: string; parkName: string; parkBookingUrl: string }
  /**
   * Extras of the previous booking at the same park: offered as a hint, never chosen automatically.
   */
  previousExtras?: Readonly<Record<string, number>>
  /** The park's message, shown above the extras. */
  message: string
  /** Part of unitPrice. */
  bookingFee: Pence
  /** What unitPrice includes, as sentences; undefined for nothing. */
  priceNotes?: string[] | undefined
  /** Undefined where no deposit is allowed or none is known yet. */
  deposit?: Pence
  /** The deposit from the server, before a full voucher made it 0. */
  depositBeforeVoucher?: Pence
  depositText: string
  /**
   * When the rest is due (dd/mm/yyyy), to us or to the operator; '' where nothing is left to pay or the
   * operator, who receives it, names no day.
   */
  dueDate: string
  /** 1 means that only the deposit can be paid to us. */
  compulsoryDeposit?: 0 | 1
  discountApplied: boolean
  discountCode: string
  /** The code that was applied and that the server has taken off, because it is not valid any more. */
  withdrawnCode?: string
  /** 0 or more. */
  discountValue: Pence
  discountType: 'none' | 'discount' | 'voucher'
  /** What stays on the voucher; undefined where the last answer does not say. */
  voucherRemaining?: Pence
  paidWithFullVoucher: boolean
  stepsCompleted: StepName[]
  /** The id of the booking that was confirmed; bookingId is then undefined. */
  confirmationId?: string
  /** Set before the payment is sent. */
  receipt?: Receipt
  /**
   * Of an existing booking: the amount to pay now as typed, undefined until then (all of the balance),
   * and what is wrong with it.
   */
  customBookingPayment: string | undefined
  customBookingPaymentErr: string
  party: PartyCounts & { petFriendly: boolean; dogs?: number }
  /** The times of the stay, with what the saved extras change; undefined where not known. */
  checkIn?: string
  checkOut?: string
  /** What the park asks of its guests, a sentence each. */
  rules: readonly string[]
  /** What comes back if the guest cancels, a sentence each; undefined where there are no terms. */
  cancellation?: readonly string[]
  /** How many dogs may come; undefined where the park states no limit or none come. */
  maxDogs?: number
  /** The park's rule for the lead guest; undefined where it has none. */
  leadGuest?: LeadGuest
  partyAge: PartyAge
  /** Path and query of the park page on which the booking began. */
  parkBookingUrl: string
  /** The booking is made under the newspaper promotion. */
  promo: boolean
  /** The hold has run out. */
  bookingTimedOut: boolean
  unitGone?: UnitGone
  /** The server's last quote. Its hash is sent with the payment. */
  quote?: Quote
  /** End of the hold, in epoch ms of the server's clock. */
  expiresAt?: number
  /** Server's clock minus the browser's, in ms. */
  clockAhead: number
}

export const initialBooking: BookingState = {
  type: 'new',
  paymentsMade: 0,
  message: '',
  bookingFee: 0,
  depositText: '',
  dueDate: '',
  discountApplied: false,
  discountCode: '',
  discountValue: 0,
  discountType: 'none',
  paidWithFullVoucher: false,
  stepsCompleted: [],
  customBookingPayment: undefined,
  customBookingPaymentErr: '',
  party: { adults: 0, children: 0, under5s: 0, petFriendly: false },
  rules: [],
  partyAge: 'age',
  parkBookingUrl: '',
  promo: false,
  bookingTimedOut: false,
  clockAhead: 0,
}

/** The input for the amounts of a new booking: state and the totals of the chosen extras. */
export function basketOf(
  state: BookingState,
  extras: { cost: Pence; depcost: Pence },
  option: Basket['option'] = 'deposit',
): Basket {
  return {
    unitPrice: state.unitPrice ?? 0,
    extras: extras.cost,
    extrasDeposit: extras.depcost,
    deposit: state.depositBeforeVoucher,
    compulsoryDeposit: state.compulsoryDeposit,
    discountValue: state.discountValue,
    isVoucher: state.discountType === 'voucher',
    paidWithFullVoucher: state.paidWithFullVoucher,
    option,
  }
}
