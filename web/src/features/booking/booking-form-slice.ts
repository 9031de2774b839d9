import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Deposit } from '../../api/schema'
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
  payment: {
    paymentOption: PaymentOption
    /** 'full' because a code left no deposit to pay, not because the visitor chose it. */
    forcedFull?: boolean
  }
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
    /** The quantities that the server has take the place of what was chosen. */
    replaceExtras(state, { payload }: PayloadAction<Record<string, number>>) {
      state.extras = payload
    },
    selectPaymentOption(state, { payload }: PayloadAction<PaymentOption>) {
      state.payment = { paymentOption: payload }
    },
  },
  extraReducers: (builder) => {
    builder.addCase(createBookingCall.success, (state, { payload }) => {
      state.extras = {}
      state.payment = { paymentOption: payload.booking.promo ? 'full' : 'deposit' }
    })
    // After a reload the server still knows what was saved; what was typed since counts more.
    builder.addCase(getExtrasCall.success, (state, { payload }) => {
      for (const { code, value } of payload.extras) state.extras[code] ??= value
    })
    builder.addCase(getDepositCall.success, (state, { payload }) => followDeposit(state, payload))
    builder.addCase(setDiscountCall.success, (state, { payload }) => {
      // Another code, or none: a deposit that the last code took away can be back.
      if (state.payment.forcedFull) state.payment = { paymentOption: 'deposit' }
      followDeposit(state, payload)
    })
    for (const gone of [bookingStarted, loadBooking, resetBooking, holidayGone, bookingAbandoned]) {
      builder.addCase(gone, () => initialState)
    }
  },
})

/** Only the deposit can be paid, or it cannot: the option follows, unless the visitor pays in full. */
function followDeposit({ payment }: BookingFormState, { deposit, compulsoryDeposit }: Deposit) {
  if (payment.paymentOption === 'full') return
  if (deposit === '') {
    payment.paymentOption = 'full'
    payment.forcedFull = true
  } else if (compulsoryDeposit !== undefined) payment.paymentOption = 'deposit'
}

export const bookingFormReducer = bookingForm.reducer
export const {
  changePartyDetail,
  setPartyDetails,
  setOnlyBooking,
  selectExtra,
  replaceExtras,
  selectPaymentOption,
} = bookingForm.actions
