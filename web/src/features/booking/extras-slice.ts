import { createReducer } from '@reduxjs/toolkit'
import { toPence } from '../../rules/money'
import type { StayTimes } from '../../rules/stay-times'
import { isNextBooking } from './booking-slice'
import { getExtrasCall, type OfferedExtra, setExtrasCall } from './calls'

/** The extras of a booking. The times are those of the stay without extras. */
export interface ExtrasState extends StayTimes {
  /** The extras that the park offers, with the saved quantities; the form may differ. */
  extras: OfferedExtra[]
  /** The discount box is shown when this is the string 'true'. */
  showDiscountBox: string
  /** Prices depend on how many dogs come, so they are loaded again when that changes. */
  dogsPriced?: boolean
  /** The booking to which these extras belong. */
  bookId?: string
}

const initialState: ExtrasState = { extras: [], showDiscountBox: '' }

/** The extras that the booking's park offers. */
export const extrasReducer = createReducer(initialState, (builder) => {
  builder.addCase(getExtrasCall.success, (_, { payload, meta }) => ({
    extras: payload.extras,
    checkIn: payload.checkIn,
    checkOut: payload.checkOut,
    showDiscountBox: payload.showDiscountBox,
    dogsPriced: payload.dogsPriced,
    bookId: meta.request.params.bookId as string,
  }))
  builder.addCase(setExtrasCall.success, (state, { payload }) => {
    const saved = new Map(payload.extras.map((extra) => [extra.code, extra]))
    for (const extra of state.extras) {
      const { value = 0, cost, totalDepcost } = saved.get(extra.code) ?? {}
      extra.value = value
      if (value === 0) continue
      // More dogs may have changed what one costs.
      extra.price = extra.cost = toPence(cost) ?? extra.cost
      extra.depcost = (toPence(totalDepcost) ?? extra.depcost * value) / value
    }
  })
  builder.addMatcher(isNextBooking, () => initialState)
})
