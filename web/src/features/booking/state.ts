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
import { type Pence, toPence } from '../../rules/money'
import { basketOf, type BookingState } from './booking-slice'
import type { BookingFormState } from './booking-form-slice'
import type { ExtrasState } from './extras-slice'
import type { UserState } from './user-slice'

/** The part of the state that bookings are made of. */
export interface RootWithBooking {
  booking: BookingState
  bookingForm: BookingFormState
  extras: ExtrasState
  user: UserState
  requests: RequestsState
  /** Of the payment only whether an attempt was begun. */
  payment: { paymntRecId?: string }
}

export type BookingDispatch = ThunkDispatch<RootWithBooking, unknown, UnknownAction>
/** A thunk over the booking. */
export type BookingThunk<Result = void> = (
  dispatch: BookingDispatch,
  getState: () => RootWithBooking,
) => Result

export const useBookingState = useSelector.withTypes<RootWithBooking>()

/** An extra that was chosen, with its sums in pence. */
export interface ChosenLine {
  code: string
  name: string
  value: number
  amount: Pence
}

/** The extras chosen so far, in the order offered. */
export function chosenExtras({ extras, bookingForm }: RootWithBooking) {
  return extras.extras
    .map((extra) => ({ ...extra, value: bookingForm.extras[extra.code] ?? 0 }))
    .filter(({ value }) => value > 0)
}

/** The extras that the server has, in the order offered. */
export function bookedExtras({ extras }: Pick<RootWithBooking, 'extras'>) {
  return extras.extras.filter(({ value }) => value > 0)
}

export function chosenLines(state: RootWithBooking): ChosenLine[] {
  return chosenExtras(state).map((extra) => ({
    code: extra.code,
    name: extra.name,
    value: extra.value,
    amount: extrasTotals([extra]).cost,
  }))
}

/** The amounts of the new booking as it stands in the form. */
export function selectBreakdown(state: RootWithBooking): Breakdown {
  const sums = extrasTotals(chosenExtras(state))
  return amountsOf(basketOf(state.booking, sums, state.bookingForm.payment.paymentOption))
}

/** What an existing booking asks for and what of it is to be paid now. */
export function selectTopUp({ booking }: RootWithBooking): {
  total: Pence
  paid: Pence
  outstanding: Pence
  /** Undefined while the typed amount cannot be taken. */
  payToday: Pence | undefined
} {
  const total = toPence(booking.totalCost) ?? 0
  const paid = toPence(booking.amountPaid) ?? 0
  const outstanding = outstandingOf(total, paid)
  const typed = booking.customBookingPayment
  return {
    total,
    paid,
    outstanding,
    payToday: typed.trim() === '' ? outstanding : parseTopUp(typed, outstanding),
  }
}

/** What is charged now, for either type of booking; undefined while the typed amount cannot be taken. */
export function selectPayToday(state: RootWithBooking): Pence | undefined {
  return state.booking.type === 'existing'
    ? selectTopUp(state).payToday
    : selectBreakdown(state).payToday
}

/** Arrival and departure of the booking. */
export function stayDates({ arrivalDate, duration }: BookingState): {
  arrival: CalendarDate
  departure: CalendarDate
} {
  const arrival = fromIso(arrivalDate) ?? ''
  return { arrival, departure: arrival === '' ? '' : addDays(arrival, duration ?? 0) }
}

/** Today in London by the server's clock. */
export function todayOf({ clockAhead }: BookingState): CalendarDate {
  return londonDate(Date.now() + clockAhead)
}

/** Selectors here build small plain objects each time; these are the same when their JSON is. */
export function sameSums(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
