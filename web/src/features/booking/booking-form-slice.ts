import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { PaymentOption } from '../../rules/amounts'
import { bookingAbandoned } from '../page'
import { bookingStarted, holidayGone, loadBooking, resetBooking } from './booking-slice'
import { createBookingCall, getDepositCall, getExtrasCall, setDiscountCall } from './calls'

export interface BookingFormState {
  /** Extra code to quantity. */
  extras: Record<string, number>
  party: {
    /** title1, initial1, lastName1, age1 or dob1, title2 … */
    values: Record<string, string>
    /** The contact does not go on the holiday. */
    onlyBooking: boolean
  }
  payment: { paymentOption: PaymentOption }
}

const initialState: BookingFormState = {
  extras: {},
  party: { values: {}, onlyBooking: false },
  payment: { paymentOption: 'deposit' },
}

/** What the visitor enters on the way to the payment, save the contact's own details. */
const bookingForm = createSlice({
  name: 'BOOKING_FORM',
  initialState,
  reducers: {
    changePartyDetail(state, { payload }: PayloadAction<{ key: string; value: string }>) {
      state.party.values[payload.key] = payload.value
    },
    setPartyDetails(state, { payload }: PayloadAction<Record<string, string>>) {
      state.party.values = payload
    },
    setOnlyBooking(state, { payload }: PayloadAction<boolean>) {
      state.party.onlyBooking = payload
    },
    selectExtra(state, { payload }: PayloadAction<{ code: string; value: number }>) {
      state.extras[payload.code] = payload.value
    },
    selectPaymentOption(state, { payload }: PayloadAction<PaymentOption>) {
      state.payment.paymentOption = payload
    },
  },
  extraReducers: (builder) => {
    builder.addCase(createBookingCall.success, (state, { payload }) => {
      state.extras = {}
      state.payment.paymentOption = payload.booking.promo ? 'full' : 'deposit'
    })
    // After a reload the server still knows what was saved; what was typed since counts more.
    builder.addCase(getExtrasCall.success, (state, { payload }) => {
      for (const { code, value } of payload.extras) state.extras[code] ??= value
    })
    for (const call of [getDepositCall, setDiscountCall]) {
      builder.addCase(call.success, ({ payment }, { payload }) => {
        if (payment.paymentOption === 'full') return
        if (payload.deposit === '') payment.paymentOption = 'full'
        else if (payload.compulsoryDeposit !== undefined) payment.paymentOption = 'deposit'
      })
    }
    for (const gone of [bookingStarted, loadBooking, resetBooking, holidayGone, bookingAbandoned]) {
      builder.addCase(gone, () => initialState)
    }
  },
})

export const bookingFormReducer = bookingForm.reducer
export const {
  changePartyDetail,
  setPartyDetails,
  setOnlyBooking,
  selectExtra,
  selectPaymentOption,
} = bookingForm.actions
