import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useSelector } from 'react-redux'
import type { RequestsState } from '../../api'
import {
  amountsOf,
  type Breakdown,
  extrasTotals,
  outstandingOf,
  parseTopUp,
} from '../../rules/amounts'
import { addDays, type CalendarDate, fromIso, londonDate } from '../../rules/dates'
import { decimalPounds, type Pence } from '../../rules/money'
import { type StayTimes, timesWith } from '../../rules/stay-times'
import { basketOf, type BookingState } from './booking-state'
import type { BookingFormState } from './booking-form-slice'
import type { ExtrasState } from './extras-slice'
import type { UserState } from './user-slice'

/** The parts of state that bookings use. */
export interface RootWithBooking {
  booking: BookingState
  bookingForm: BookingFormState
  extras: ExtrasState
  user: UserState
  requests: RequestsState
  /** The only field of the payment used here: set once an attempt was begun. */
  payment: { paymntRecId?: string }
}

export type BookingDispatch = ThunkDispatch<RootWithBooking, unknown, UnknownAction>
/** A thunk with access to these parts of state. */
export type BookingThunk<Result = void> = (
  dispatch: BookingDispatch,
  getState: () => RootWithBooking,
) => Result

export const useBookingState = useSelector.withTypes<RootWithBooking>()

/** A chosen extra with its totals in pence. */
export interface ChosenLine {
  code: string
  name: string
  value: number
  amount: Pence
  /** What one costs for each night, person or dog, where its cost is made of that. */
  basis?: string
}

/** The chosen extras, in the order in which they are offered. */
export function chosenExtras({ extras, bookingForm }: RootWithBooking) {
  return extras.extras
    .map((extra) => ({ ...extra, value: bookingForm.extras[extra.code] ?? 0 }))
    .filter(({ value }) => value > 0)
}

/** The extras saved on the server, in the order in which they are offered. */
export function bookedExtras({ extras }: Pick<RootWithBooking, 'extras'>) {
  return extras.extras.filter(({ value }) => value > 0)
}

export function chosenLines(state: RootWithBooking): ChosenLine[] {
  return chosenExtras(state).map((extra) => ({
    code: extra.code,
    name: extra.name,
    value: extra.value,
    amount: extrasTotals([extra]).cost,
    basis: extra.basis,
  }))
}

/**
 * How many dogs come, of a booking that asks for their number: as chosen, as saved, or one.
 * Undefined where it does not ask.
 */
export function dogsOf({ booking, bookingForm }: RootWithBooking): number | undefined {
  if (!booking.maxDogs || !booking.party.petFriendly) return undefined
  return bookingForm.dogs ?? booking.party.dogs ?? 1
}

/** The times of the stay with the extras in the form; as saved until the extras are loaded. */
export function timesOf(state: RootWithBooking): StayTimes {
  const { booking, extras } = state
  const isLoaded = extras.bookId !== undefined && extras.bookId === booking.bookingId
  return isLoaded ? timesWith(extras, chosenExtras(state)) : booking
}

/** The amounts of the new booking with the values in the form. */
export function selectBreakdown(state: RootWithBooking): Breakdown {
  const sums = extrasTotals(chosenExtras(state))
  return amountsOf(basketOf(state.booking, sums, state.bookingForm.payment.paymentOption))
}

/** What is left to pay of an existing booking, and how much of it is to be paid now. */
export function selectTopUp({ booking }: RootWithBooking): {
  total: Pence
  paid: Pence
  outstanding: Pence
  /** The amount to pay now as text: as typed, at first all of the balance. */
  text: string
  /** Undefined while the text is no amount that can be paid. */
  payToday: Pence | undefined
} {
  const total = booking.totalCost ?? 0
  const paid = booking.amountPaid ?? 0
  const outstanding = outstandingOf(total, paid)
  const text = booking.customBookingPayment ?? decimalPounds(outstanding)
  return { total, paid, outstanding, text, payToday: parseTopUp(text, outstanding) }
}

/**
 * The amount that is charged now, for either type of booking; undefined while the typed amount is
 * not valid.
 */
export function selectPayToday(state: RootWithBooking): Pence | undefined {
  return state.booking.type === 'existing'
    ? selectTopUp(state).payToday
    : selectBreakdown(state).payToday
}

/** The arrival and departure date of the booking. */
export function stayDates({ arrivalDate, duration }: BookingState): {
  arrival: CalendarDate
  departure: CalendarDate
} {
  const arrival = fromIso(arrivalDate) ?? ''
  return { arrival, departure: arrival === '' ? '' : addDays(arrival, duration ?? 0) }
}

/** Today's date in London, by the server's clock. */
export function todayOf({ clockAhead }: BookingState): CalendarDate {
  return londonDate(Date.now() + clockAhead)
}

/**
 * Compares the results of selectors here, which build a new object each time: true when their JSON
 * is equal.
 */
export function sameSums(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
