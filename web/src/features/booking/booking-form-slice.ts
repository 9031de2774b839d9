import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Deposit } from '../../api/schema'
import type { PaymentOption } from '../../rules/voucher'
import { isNextBooking } from './booking-slice'
import { createBookingCall, getDepositCall, getExtrasCall, setDiscountCall } from './calls'

export interface BookingFormState {
  /** Extra code to quantity. */
  extras: Record<string, number>
  /** How many dogs come; undefined until the visitor has said so. */
  dogs?: number
  party: {
    /** title1, initial1, lastName1, age1 or dob1, title2 … */
    values: Record<string, string>
    /** The contact does not travel. */
    onlyBooking: boolean
  }
  payment: {
    paymentOption: PaymentOption
    /**
     * The option is 'full' because a code left no deposit to pay, not because the visitor chose it.
     */
    forcedFull?: boolean
  }
}

const initialState: BookingFormState = {
  extras: {},
  party: { values: {}, onlyBooking: false },
  payment: { paymentOption: 'deposit' },
}

/** What the visitor enters before the payment, except the contact's own details. */
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
    changeDogs(state, { payload }: PayloadAction<number>) {
      state.dogs = payload
    },
    /** Replaces the chosen quantities by those that the server has. */
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
      delete state.dogs
      state.payment = { paymentOption: payload.booking.promo ? 'full' : 'deposit' }
    })
    // After a reload the server still has what was saved; values typed since then are kept. An extra
    // that is no longer offered cannot be sent.
    builder.addCase(getExtrasCall.success, (state, { payload }) => {
      state.extras = Object.fromEntries(
        payload.extras.map(({ code, value }) => [code, state.extras[code] ?? value]),
      )
    })
    builder.addCase(getDepositCall.success, (state, { payload }) => adaptToDeposit(state, payload))
    builder.addCase(setDiscountCall.success, (state, { payload }) => {
      // With another code, or none, a deposit may be possible again.
      if (state.payment.forcedFull) state.payment = { paymentOption: 'deposit' }
      adaptToDeposit(state, payload)
    })
    builder.addMatcher(isNextBooking, () => initialState)
  },
})

/**
 * Adapts the payment option when only the deposit can be paid, or no deposit is possible; 'full'
 * stays where the visitor chose it.
 */
function adaptToDeposit({ payment }: BookingFormState, { deposit, compulsoryDeposit }: Deposit) {
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
  selectExtra: extraChosen,
  changeDogs: dogsCounted,
  replaceExtras,
  selectPaymentOption: paymentOptionChosen,
} = bookingForm.actions
